import { h, render, watch, type Ref } from 'vue'
import { patchChildren } from './patch-children.ts'

/**
 * Keeps an element that was drawn with `html` equal to it as it grows, and replaces nothing that is shown already.
 * The HTML becomes elements beside the page first, by Vue's own hand: a page's policy lets that in.
 */
export function useGrowingHtml(element: Ref<HTMLElement | null>, html: () => string): void {
  let beside: HTMLElement | undefined
  watch(html, (innerHTML) => {
    beside ??= document.createElement('div')
    render(h('div', { innerHTML }), beside)
    if (element.value && beside.firstChild) patchChildren(element.value, beside.firstChild)
  }, { flush: 'post' })
}
