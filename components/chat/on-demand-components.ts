import { defineAsyncComponent } from 'vue'

/** What few messages need: each is loaded with the first that does, once for all of them. */

export const OnDemandBlockPart = defineAsyncComponent(() => import('./BlockPart.vue'))

export const OnDemandMessageEditor = defineAsyncComponent(() => import('./MessageEditor.vue'))

export const OnDemandVersionPicker = defineAsyncComponent(() => import('./VersionPicker.vue'))
