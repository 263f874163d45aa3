import type { EngineName } from '../contract/terms.ts'
import type { Engine, VendorAccess } from './engine.ts'
import { EngineError } from './error.ts'
import { isUsableKey } from './keys.ts'

/**
 * The engine of this name over its vendor's wire format. Its SDK is loaded here and not before: each takes 70 to 130 ms.
 * A key that cannot be sent (see keys.ts) is an EngineError of kind KEY_REJECTED.
 */
export async function createEngine(name: EngineName, access: VendorAccess): Promise<Engine> {
  if (!isUsableKey(name, access.apiKey)) throw new EngineError('KEY_REJECTED')
  switch (name) {
    case 'OPENAI':
      return (await import('./openai.ts')).createOpenai(access)
    case 'ANTHROPIC':
      return (await import('./anthropic.ts')).createAnthropic(access)
    case 'PERPLEXITY':
      return (await import('./perplexity.ts')).createPerplexity(access)
    case 'GEMINI':
      return (await import('./gemini.ts')).createGemini(access)
    case 'GROK':
      return (await import('./grok.ts')).createGrok(access)
    case 'AI_OVERVIEW':
      return (await import('./ai-overview.ts')).createAiOverview(access)
  }
}
