import { defineAsyncComponent } from 'vue'

/** Once for all blocks: the first of them waits for what draws them, the next ones don't. */
export const AsyncAnswerBlock = defineAsyncComponent(() => import('#layers/northlight/components/blocks/AnswerBlock.vue'))
