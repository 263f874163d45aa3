import type { EngineName } from '../contract/terms.ts'
import type { Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError } from './error.ts'
import { isUsableKey } from './keys.ts'

interface Vendor {
  readonly create: (access: VendorAccess) => Engine
  readonly read: (bodies: readonly unknown[]) => Reading
}

/** Each SDK is loaded on first use, because loading one takes 70 to 130 ms. */
const VENDORS: Readonly<Record<EngineName, () => Promise<Vendor>>> = {
  OPENAI: () => import('./openai.ts').then((vendor) => ({ create: vendor.createOpenai, read: vendor.fromOpenaiReply })),
  ANTHROPIC: () =>
    import('./anthropic.ts').then((vendor) => ({ create: vendor.createAnthropic, read: vendor.fromAnthropicReply })),
  PERPLEXITY: () =>
    import('./perplexity.ts').then((vendor) => ({ create: vendor.createPerplexity, read: vendor.fromPerplexityReply })),
  GEMINI: () => import('./gemini.ts').then((vendor) => ({ create: vendor.createGemini, read: vendor.fromGeminiReply })),
  GROK: () => import('./grok.ts').then((vendor) => ({ create: vendor.createGrok, read: vendor.fromGrokReply })),
  AI_OVERVIEW: () =>
    import('./ai-overview.ts').then((vendor) => ({
      create: vendor.createAiOverview,
      read: vendor.fromAiOverviewReply,
    })),
}

/** Creates the engine of this name. Throws EngineError KEY_REJECTED for a key that can't be sent (see keys.ts). */
export async function createEngine(name: EngineName, access: VendorAccess): Promise<Engine> {
  if (!isUsableKey(name, access.apiKey)) throw new EngineError('KEY_REJECTED')
  return (await VENDORS[name]()).create(access)
}

/** Returns the function that reads an engine's stored replies; unlike the engine it needs no key. */
export async function readerOf(name: EngineName): Promise<Vendor['read']> {
  return (await VENDORS[name]()).read
}
