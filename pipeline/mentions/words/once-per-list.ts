/**
 * The function, which reads a list only when it is asked of that very list for the first time: what many items are asked of
 * the list that they are in takes no square of their number.
 */
export function oncePerList<T extends object>(read: (list: readonly string[]) => T): (list: readonly string[]) => T {
  const known = new WeakMap<readonly string[], T>()
  return (list) => {
    const found = known.get(list) ?? read(list)
    known.set(list, found)
    return found
  }
}
