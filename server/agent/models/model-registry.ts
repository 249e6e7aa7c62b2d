import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { LanguageModel } from 'ai'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import { createDemoModel, demoPaces } from './demo/demo-model.ts'

/** A model, and what is asked of its provider beside the messages. */
export interface AgentModel {
  model: LanguageModel
  providerOptions?: SharedV4ProviderOptions
  /** Media types of files whose bytes its provider takes; of others it is told the name. */
  takenTypes?: readonly string[]
}

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const picturesAndPdf = [...pictures, 'application/pdf']

type ModelFactory = (name: string, environment: Environment) => AgentModel

const defaultPace = 'natural'

/** Provider → how to make a model of it. The environment module has checked that its settings are there. */
const modelFactories: Record<string, ModelFactory> = {
  'demo': (pace) => ({ model: createDemoModel({ pace: Object.hasOwn(demoPaces, pace) ? pace as keyof typeof demoPaces : defaultPace }) }),
  'anthropic': (name, { ANTHROPIC_API_KEY }) => ({
    model: createAnthropic({ apiKey: ANTHROPIC_API_KEY })(name),
    // Newer models leave their thinking out of the reply unless its summary is asked for.
    takenTypes: picturesAndPdf,
    providerOptions: { anthropic: { thinking: { type: 'adaptive', display: 'summarized' } } },
  }),
  'openai': (name, { OPENAI_API_KEY, OPENAI_BASE_URL }) => ({ model: createOpenAI({ apiKey: OPENAI_API_KEY, baseURL: OPENAI_BASE_URL })(name), takenTypes: picturesAndPdf }),
  'openai-compatible': (name, { OPENAI_API_KEY, OPENAI_BASE_URL = '' }) => ({
    model: createOpenAICompatible({ name: 'openai-compatible', baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY, includeUsage: true })(name),
    takenTypes: pictures,
  }),
}

/** The model that `NORTHLIGHT_MODEL` names, as `provider` or `provider:model`. */
export function resolveModel(environment: Environment): AgentModel {
  const [provider = '', ...rest] = environment.NORTHLIGHT_MODEL.split(':')
  const factory = Object.hasOwn(modelFactories, provider) ? modelFactories[provider] : undefined
  if (!factory) throw new Error(`No model provider is called ${provider}.`)
  return factory(rest.join(':'), environment)
}
