import type { Plugin } from 'vite'

const sdkFile = /\/node_modules\/(?:ai|@ai-sdk\/[\w-]+)\//
const ownCopy = '?of-the-sdk'

/**
 * Gives the SDK, which is loaded when a chat is acted on, a copy of zod of its own. A module is in one chunk only: with
 * one copy, all that the SDK uses of it would come with the page, which uses a third.
 */
export function ownZodForSdk(): Plugin {
  return {
    name: 'northlight-own-zod-for-sdk',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      const isFromCopy = importer?.endsWith(ownCopy) ?? false
      const isFromSdk = importer !== undefined && sdkFile.test(importer) && /^zod(?:\/|$)/.test(source)
      if (!isFromCopy && !isFromSdk) return null
      const found = await this.resolve(source, importer?.replace(ownCopy, ''), { ...options, skipSelf: true })
      return found && !found.external ? { ...found, id: `${found.id}${ownCopy}` } : found
    },
  }
}
