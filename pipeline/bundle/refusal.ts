/** Thrown for a bundle that can't be made or isn't valid; the message is one sentence for a person. */
export class BundleRefusal extends Error {
  override readonly name = 'BundleRefusal'
}
