import { systemClock } from '../../pipeline/ask/clock.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { idleMonth } from '../../pipeline/ranking/idle.ts'
import type { RunResult } from '../../pipeline/ranking/month.ts'
import { openExistingOrEmpty } from '../../pipeline/store/driver/open.ts'
import { bundleFile, exportBundle } from '../setup/bundles.ts'
import { firstReaderOf } from '../setup/engines.ts'
import { isSiteCurrent, publicSiteUrl, publishSiteOf } from '../setup/site.ts'
import { openPatiently, settings } from '../setup/store.ts'
import { deliverDue } from '../setup/webhooks.ts'
import { explainKnown } from '../terminal/explain.ts'
import type { Terminal } from '../terminal/output.ts'
import { CommandError, EXIT, printJson } from '../terminal/output.ts'
import { createProgress, createVoice } from '../terminal/progress.ts'
import type { Run, RunFlags } from './asking.ts'
import { chosenCategories, chosenMonth } from './choice.ts'
import type { OperatorMail } from './operator-mail.ts'
import { nothingCounted, runJson, runLine, runText, unpublishedOf } from './summary.ts'

/** `svc rankings run`. */
export async function rankingsRun(terminal: Terminal, flags: RunFlags): Promise<number> {
  const config = await settings(flags)
  const say = createVoice(terminal, systemClock.now)
  const tell = async (mail: OperatorMail) => {
    if (terminal.errIsTty || flags.dryRun === true) return
    const { mailOperator } = await import('./operator-mail.ts')
    await mailOperator(config, mail, say)
  }
  try {
    const now = systemClock.now()
    if (flags.canaries === true && config.simulate)
      throw new CommandError('Simulated engines have no model that could change; leave out --canaries.', EXIT.usage)
    const month = chosenMonth(flags, { now, simulated: config.simulate })
    const specs = await chosenCategories(flags)
    const db = await (flags.dryRun === true
      ? openExistingOrEmpty(config.database, now)
      : openPatiently(terminal, config.database))
    const run = { terminal, flags, config, db, month, specs, say, tell }
    const act = flags.dryRun === true ? (await import('./dry-run.ts')).dryRun : realRun
    return await act(run).finally(() => db.destroy())
  } catch (fault) {
    const text = explainKnown(fault)?.sentence ?? 'It ended because of a fault in svc itself; see its log.'
    await tell({ subject: 'svc: the rankings failed', text })
    throw fault
  }
}

async function realRun(run: Run): Promise<number> {
  const { terminal, flags, config, db, month, specs, say } = run
  const selected = flags.engines ?? ENGINES
  const able = selected.filter((name) => config.simulate || config.engines[name].apiKey !== undefined)
  const idle = await idleMonth(db, {
    month,
    simulated: config.simulate,
    specs,
    selected,
    able,
    reader: firstReaderOf(config),
    runs: flags.runs,
    canaries: flags.canaries === true,
  })
  if (idle !== undefined && (!flags.site || (await isSiteCurrent(config, db)))) {
    // An unattended run with nothing to do prints nothing.
    if (flags.json === true || terminal.errIsTty) show(run, idle)
    await deliverDue(config, db, say)
    return EXIT.done
  }
  // Loaded only if there is something to ask, as loading takes longer than finding out that there is nothing.
  const { runRankings } = await import('./asking.ts')
  const progress = createProgress(terminal, systemClock.now)
  const result = await runRankings(run, progress)
  const unwritten = result.stopped === null ? await writeBundles(run, result, progress) : []
  const unbuilt = result.stopped === null ? await siteFailure(run, progress) : undefined
  const failures = [...unwritten, unbuilt, nothingCounted(result)]
  show(run, result)
  if (!terminal.errIsTty) say(runLine(result))
  for (const sentence of failures) if (sentence !== undefined) say(sentence)
  // After the site, to which they lead.
  if (result.stopped === null) await deliverDue(config, db, say)
  if (result.stopped === 'interrupted') return EXIT.interrupted
  const failed = result.stopped !== null || failures.some((sentence) => sentence !== undefined)
  if (failed || unpublishedOf(result).length > 0)
    await run.tell({
      subject: `svc: the rankings of ${month} ${failed ? 'failed' : 'are not all published'}`,
      text: [runLine(result), ...failures, '', summary(run, result)].filter((line) => line !== undefined).join('\n'),
    })
  return failed ? EXIT.failed : EXIT.done
}

function show(run: Run, result: RunResult): void {
  if (run.flags.json === true) printJson(run.terminal, runJson(result))
  else run.terminal.out(summary(run, result))
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
