// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import MarkdownText from '#layers/northlight/components/chat/MarkdownText.vue'
import { markdownParser } from '#layers/northlight/shared/markdown/markdown-parser.ts'
import { renderMarkdown } from '#layers/northlight/shared/markdown/render-markdown.ts'
import { galleryAnswer } from '#layers/northlight/tests/fixtures/rows/gallery-answer.ts'

const updates: string[] = []

function mountText(text: string, streaming = true) {
  return mount(MarkdownText, {
    props: { text, streaming },
    global: {
      mixins: [{
        updated() {
          if (this.$options.__name !== undefined) updates.push(this.$options.__name)
        },
      }],
    },
  })
}

const toOutline = (html: string) => html.replaceAll(/\s*\n\s*/g, '\n')

beforeEach(() => updates.splice(0))

describe('MarkdownText', () => {
  it('shows at every prefix what it would show drawn anew, and the whole text in the end', async () => {
    const wrapper = mountText('')
    for (let length = 1; length <= galleryAnswer.length; length += 5) {
      const text = galleryAnswer.slice(0, length)
      await wrapper.setProps({ text })
      expect(wrapper.text()).toBe(mountText(text).text())
    }
    await wrapper.setProps({ text: galleryAnswer, streaming: false })
    const blocks = [...wrapper.element.children].map(({ innerHTML }) => innerHTML).join('')
    expect(toOutline(blocks)).toBe(toOutline(mountText(galleryAnswer, false).element.firstElementChild?.innerHTML ?? ''))
  })

  it('updates the block that grows, and no other', async () => {
    const wrapper = mountText('# Head\n\nOne.\n\nTwo')
    await wrapper.setProps({ text: '# Head\n\nOne.\n\nTwo and' })
    expect(updates).toEqual(['MarkdownBlock', 'MarkdownText'])
  })

  it('keeps every element that is shown when the text grows and when it is done', async () => {
    const text = 'A **bold** word.\n\n- one\n- two\n\n| a |\n|---|\n| 1 |\n\nLast *words* of `it`'
    const wrapper = mountText(text)
    const shown = [...wrapper.element.querySelectorAll('*')]
    await wrapper.setProps({ text: `${text} and **more**.` })
    await wrapper.setProps({ text: `${text} and **more**.`, streaming: false })
    expect(shown.every((element) => wrapper.element.contains(element))).toBe(true)
    expect(wrapper.element.lastElementChild?.innerHTML).toBe(renderMarkdown('Last *words* of `it` and **more**.'))
  })

  it('leaves a button what it says, and code its colours', async () => {
    const wrapper = mountText('```js\nconst a = 1\n```\n\nSee [r]')
    const [button, code] = [wrapper.get('button').element, wrapper.get('code').element]
    button.textContent = 'Copied'
    code.innerHTML = '<span class="hljs-keyword">const</span> a = 1\n'
    await wrapper.setProps({ text: '```js\nconst a = 1\n```\n\nSee [r]\n\n[r]: https://example.com', streaming: false })
    expect(wrapper.get('button').text()).toBe('Copied')
    expect(wrapper.find('.hljs-keyword').exists()).toBe(true)
    expect(wrapper.get('a').attributes('href')).toBe('https://example.com')
  })

  it('draws another text in full, coloured code too', async () => {
    const wrapper = mountText('```js\na\n```\n\nb')
    wrapper.get('code').element.innerHTML = '<span>a</span>\n'
    await wrapper.setProps({ text: '```js\nother\n```\n\nc' })
    expect(wrapper.get('code').element.innerHTML).toBe('other\n')
  })

  it('parses for a piece what its last block holds, however long the text is', async () => {
    const parsed = vi.spyOn(markdownParser, 'render')
    const parsedBlocks = vi.spyOn(markdownParser.block, 'parse')
    const countParsed = async (paragraphs: number) => {
      const text = `${'Words of a paragraph.\n\n'.repeat(paragraphs)}The last`
      const wrapper = mountText(text)
      parsed.mockClear()
      parsedBlocks.mockClear()
      await wrapper.setProps({ text: `${text} one` })
      return [...parsed.mock.calls, ...parsedBlocks.mock.calls].map(([source]) => source)
    }
    expect(await countParsed(4)).toEqual(['The last one', 'The last one'])
    expect(await countParsed(400)).toEqual(['The last one', 'The last one'])
  })
})
