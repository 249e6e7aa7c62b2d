/** What a page's policy takes for an element's HTML: in a browser that knows of it an object, which goes where a string does. */
interface HtmlPolicy {
  createHTML(text: string, grammar: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy
}

declare global {
  interface Window {
    trustedTypes?: PolicyFactory
  }
}

/**
 * Lets what `createHTML` makes into elements, and nothing else, under the one name that our pages allow. A browser, or
 * a host's page, that lets no such name in gets the plain string, as ever.
 */
export function toTrustedHtml(createHTML: HtmlPolicy['createHTML']): HtmlPolicy['createHTML'] {
  try {
    const policy = globalThis.window?.trustedTypes?.createPolicy('northlight-code', { createHTML })
    return policy ? (text, grammar) => policy.createHTML(text, grammar) : createHTML
  }
  catch {
    return createHTML
  }
}
