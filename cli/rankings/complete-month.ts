import { systemClock } from '../../pipeline/ask/clock.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { RunResult } from '../../pipeline/ranking/month.ts'
import { bundleFile, exportBundle } from '../setup/bundles.ts'
import { deliverDue } from '../setup/due-webhooks.ts'
import { publicSiteUrl, publishSiteOf } from '../setup/site.ts'
import { explainKnown } from '../terminal/explain.ts'
import { CommandError, EXIT, print } from '../terminal/output.ts'
import { createProgress } from '../terminal/progress.ts'
import { type Run, runRankings } from './asking.ts'
import { nothingCounted, runJson, runLine, runText, unpublishedOf } from './summary.ts'

/** Asks and publishes what the month lacks, with its bundles, the site, webhooks and mails; returns the exit code. */
export async function completeMonth(run: Run): Promise<number> {
  const { terminal, config, db, month, say } = run
  const progress = createProgress(terminal, systemClock.now)
  const result = await runRankings(run, progress)
  const unwritten = result.stopped === null ? await writeBundles(run, result, progress) : []
  const unbuilt = result.stopped === null ? await siteFailure(run, progress) : undefined
  const failures = [...unwritten, unbuilt, nothingCounted(result)]
  show(run, result)
  if (!terminal.errIsTty) say(runLine(result))
  for (const sentence of failures) if (sentence !== undefined) say(sentence)
  if (result.stopped === 'interrupted') return EXIT.interrupted
  // The site is built first, because the events lead to it.
  await deliverDue(config, db, say)
  const failed = result.stopped !== null || failures.some((sentence) => sentence !== undefined)
  if (failed || unpublishedOf(result).length > 0)
    await run.tell({
      subject: `svc: the rankings of ${month} ${failed ? 'failed' : 'are not all published'}`,
      text: [runLine(result), ...failures, '', summary(run, result)].filter((line) => line !== undefined).join('\n'),
    })
  return failed ? EXIT.failed : EXIT.done
}

/** Prints the result of a run, even of one that had nothing to do. */
export function show(run: Run, result: RunResult): void {
  print(run.terminal, run.flags, runJson(result), summary(run, result))
}

function summary({ config }: Run, result: RunResult): string {
  return runText(result, { siteUrl: publicSiteUrl(config) })
}

/**
 * Writes the bundles of the published versions if there are a key and a site for them. A failure doesn't undo the month, so
 * the result is a sentence for each.
 */
async function writeBundles(
  { flags, config, db }: Run,
  { month, categories }: RunResult,
  progress: RunProgress,
): Promise<string[]> {
  const slugs = categories.flatMap(({ slug, published }) => ('version' in published ? [slug] : []))
  if (!flags.site || config.signingKey === undefined || slugs.length === 0) return []
  const failures: string[] = []
  for (const [at, slug] of slugs.entries()) {
    progress.step('bundles', at, slugs.length)
    try {
      await exportBundle(config, db, { slug, month }, (version) => bundleFile(config, { slug, month, version }))
    } catch (fault) {
      const known = explainKnown(fault)
      if (known === undefined) throw fault
      failures.push(`${slug}: its bundle was not written. ${known.sentence}`)
    }
  }
  progress.step('bundles', slugs.length, slugs.length)
  progress.end()
  return failures
}

/** Publishes the site unless --no-site; returns a sentence if that failed, as the month itself is published. */
async function siteFailure({ flags, config, db }: Run, progress: RunProgress): Promise<string | undefined> {
  if (!flags.site) return undefined
  try {
    progress.step('site', 0, 1)
    await publishSiteOf(config, db)
    progress.step('site', 1, 1)
    return undefined
  } catch (fault) {
    if (fault instanceof CommandError) return `${fault.message} \`./svc site build\` tries again.`
    throw fault
  } finally {
    progress.end()
  }
}
