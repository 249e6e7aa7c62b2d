/** A sealed secret that can't be opened: the server's own is another one by now, or the row was changed. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError'

  constructor(options: ErrorOptions) {
    super('A secret can\'t be opened with this server\'s NORTHLIGHT_SECRET.', options)
  }
}
