/** A bundle that can't be made or isn't sound; the message is one sentence for a person. */
export class BundleRefusal extends Error {
  override readonly name = 'BundleRefusal'
}
