import type { EngineName } from '../contract/terms.ts'
import type { Reading } from './engine.ts'

/** How an engine's kept replies are read where the engine itself can't be built, for want of a key. */
export async function readerOf(name: EngineName): Promise<(bodies: readonly unknown[]) => Reading> {
  switch (name) {
    case 'OPENAI':
      return (await import('./openai.ts')).fromOpenaiReply
    case 'ANTHROPIC':
      return (await import('./anthropic.ts')).fromAnthropicReply
    case 'PERPLEXITY':
      return (await import('./perplexity.ts')).fromPerplexityReply
    case 'GEMINI':
      return (await import('./gemini.ts')).fromGeminiReply
    case 'GROK':
      return (await import('./grok.ts')).fromGrokReply
    case 'AI_OVERVIEW':
      return (await import('./ai-overview.ts')).fromAiOverviewReply
  }
}
