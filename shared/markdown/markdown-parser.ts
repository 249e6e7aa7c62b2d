import MarkdownIt, { type Env, type MarkdownIt as MarkdownParser, type RendererRule, type StateCore, type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { isSafeLink } from './is-safe-link.ts'
import { resolveHiddenHost, toLinkText } from './link-host.ts'
import { removeDirectionOverrides } from './remove-direction-overrides.ts'

/** What one rendering carries from block to block. */
export interface MarkdownEnvironment extends Env {
  /** The Markdown levels of the headings that stand open: the page's outline never skips a level. */
  headings: number[]
  /** The definitions of links so far, by label; the parser fills it. */
  references: NonNullable<Env['references']>
}

/** For a text that follows one that was rendered with `env`, or the first. */
export function continueEnvironment(env?: MarkdownEnvironment): MarkdownEnvironment {
  return { headings: [...env?.headings ?? []], references: { ...env?.references } }
}

const deepestNesting = 100

/** Without one of these a text holds no address that becomes a link: every text is asked, and few are looked through. */
const addressMark = /:\/\/|mailto:|@/i

const languageName = /^[\w+#-]{1,24}/

const linkAttributes: readonly (readonly [string, string])[] = [
  ['rel', 'noopener noreferrer nofollow'],
  ['target', '_blank'],
]

/** The one Markdown dialect of the chat: no raw HTML, safe links only, images as links, no ids. */
export const markdownParser = createMarkdownParser()

function createMarkdownParser(): MarkdownParser {
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: deepestNesting }).use(cjkFriendly)
  // Without a scheme, "README.md" would be taken for a host.
  parser.linkify.set({ fuzzyLink: false })
  const findAddresses = parser.linkify.match.bind(parser.linkify)
  parser.linkify.test = (text) => addressMark.test(text)
  parser.linkify.match = (text) => findAddresses(text) ?? []
  parser.validateLink = isSafeLink
  parser.core.ruler.after('block', 'keep-deep-text', keepDeepText)
  parser.core.ruler.push('images-to-links', turnImagesToLinks)
  parser.core.ruler.push('guard-links', guardLinks)
  Object.assign(parser.renderer.rules, {
    text: renderText,
    code_inline: renderInlineCode,
    fence: renderCodeBlock,
    code_block: renderCodeBlock,
    heading_open: renderHeadingOpen,
    heading_close: renderHeadingClose,
    plain_text: renderPlainBlock,
    table_open: () => '<div class="nl-table-scroll" role="group" aria-label="Table" tabindex="0"><table>\n',
    table_close: () => '</table></div>\n',
    th_open: renderCellOpen('th'),
    td_open: renderCellOpen('td'),
  } satisfies Record<string, RendererRule>)
  return parser
}

/** What is nested deeper than the parser goes would be dropped: such a text stands as it was written. */
function keepDeepText(state: StateCore): void {
  if (state.tokens.some((token) => token.level >= deepestNesting - 1)) {
    const plain = new state.Token('plain_text', '', 0)
    plain.content = state.src
    plain.map = [0, 1]
    state.tokens = [plain]
  }
}

function turnImagesToLinks(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.children?.some((token) => token.type === 'image')) {
      block.children = toTokensWithoutImages(state, block.children)
    }
  }
}

function toTokensWithoutImages(state: StateCore, tokens: readonly Token[]): Token[] {
  let openLinks = 0
  return tokens.flatMap((token) => {
    openLinks += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
    return token.type === 'image' ? toImageTokens(state, token, openLinks > 0) : [token]
  })
}

function toImageTokens(state: StateCore, image: Token, insideLink: boolean): Token[] {
  const text = new state.Token('text', '', 0)
  text.content = toLinkText(image.children ?? []) || 'image'
  if (insideLink) {
    return [text]
  }
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['href', image.attrGet('src') ?? '']]
  return [open, text, new state.Token('link_close', 'a', -1)]
}

function guardLinks(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.children?.some((token) => token.type === 'link_open')) {
      block.children = toGuardedTokens(state, block.children)
    }
  }
}

function toGuardedTokens(state: StateCore, tokens: readonly Token[]): Token[] {
  let opened = -1
  return tokens.flatMap((token, index) => {
    if (token.type === 'link_open') {
      opened = index
      linkAttributes.forEach(([name, value]) => token.attrSet(name, value))
    }
    const open = tokens[opened]
    if (token.type !== 'link_close' || open === undefined) {
      return [token]
    }
    const host = resolveHiddenHost(String(open.attrGet('href') ?? ''), toLinkText(tokens.slice(opened + 1, index)))
    return host === undefined ? [token] : [toTextToken(state, ` (${host})`), token]
  })
}

function toTextToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}

/** Text as it stands, for what can't or shouldn't be parsed. */
export function toPlainParagraph(text: string): string {
  return `<p class="nl-unparsed">${toSafeText(text)}</p>\n`
}

function toSafeText(text: string): string {
  return markdownParser.utils.escapeHtml(removeDirectionOverrides(text))
}

function renderText(tokens: Token[], index: number): string {
  return toSafeText(tokens[index]?.content ?? '')
}

function renderPlainBlock(tokens: Token[], index: number): string {
  return toPlainParagraph(tokens[index]?.content ?? '')
}

function renderInlineCode(tokens: Token[], index: number): string {
  return `<code>${toSafeText(tokens[index]?.content ?? '')}</code>`
}

function renderCodeBlock(tokens: Token[], index: number): string {
  const token = tokens[index]
  const language = languageName.exec(token?.info.trim() ?? '')?.[0] ?? ''
  const shownName = toSafeText(language)
  const languageClass = language === '' ? '' : ` class="language-${shownName}"`
  return '<div class="nl-code">'
    + `<div class="nl-code-head"><span>${shownName || 'text'}</span>`
    + '<button type="button" class="nl-code-copy" data-copy-code>Copy code</button></div>'
    + `<pre tabindex="0"><code${languageClass}>${toSafeText(token?.content ?? '')}</code></pre></div>\n`
}

function renderHeadingOpen(tokens: Token[], index: number, _options: unknown, env: Env | undefined): string {
  const level = Number(tokens[index]?.tag.slice(1))
  const headings = toOpenHeadings(env)
  while ((headings.at(-1) ?? 0) >= level) {
    headings.pop()
  }
  headings.push(level)
  return `<h${toHeadingDepth(headings)} class="nl-heading-${level}">`
}

function renderHeadingClose(_tokens: Token[], _index: number, _options: unknown, env: Env | undefined): string {
  return `</h${toHeadingDepth(toOpenHeadings(env))}>\n`
}

function toOpenHeadings(env: Env | undefined): number[] {
  const headings: unknown = env?.headings
  return Array.isArray(headings) ? headings : []
}

/** The page's own title is the only h1. */
function toHeadingDepth(headings: readonly number[]): number {
  return Math.min(1 + Math.max(headings.length, 1), 6)
}

/** Alignment as a class: a strict content security policy refuses inline styles. */
function renderCellOpen(tag: 'th' | 'td'): RendererRule {
  return (tokens, index) => {
    const alignment = /text-align:(left|center|right)/.exec(String(tokens[index]?.attrGet('style') ?? ''))?.[1]
    return alignment === undefined ? `<${tag}>` : `<${tag} class="nl-align-${alignment}">`
  }
}
