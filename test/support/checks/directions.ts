import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { cruise, type IReporterOutput } from 'dependency-cruiser'
import config, { FLOORS, pattern, ROOTS } from '../../../dependency-cruiser.config.ts'

/** The TypeScript and JavaScript files of a tree, as paths from its root. */
export function sourceFiles(root: string, endings = '{ts,js}'): string[] {
  const generated = ['**/node_modules/**', 'site/.astro/**', 'site/dist/**']
  return globSync(`{${ROOTS.join(',')}}/**/*.${endings}`, { cwd: root, exclude: generated }).sort()
}

/** The modules that the import graph of a tree holds, and every import that has no arrow, as `rule: from -> to`. */
export async function cruiseTree(root: string): Promise<{ modules: string[]; faults: string[] }> {
  const files = sourceFiles(root)
  const { forbidden, options } = config
  const { enhancedResolveOptions, ...how } = options
  const result = resultOf(
    await cruise(files, { ...how, baseDir: root, validate: true, ruleSet: { forbidden } }, enhancedResolveOptions),
  )
  const seen = new Set(result.modules.map(({ source }) => source))
  const faults = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
  return {
    modules: files.filter((file) => seen.has(file)),
    faults: [...faults, ...unplaced(files), ...pages(root)].sort(),
  }
}

function resultOf({ output }: IReporterOutput) {
  if (typeof output === 'string') throw new TypeError('dependency-cruiser gave a text where a graph was asked for')
  return output
}

function unplaced(files: readonly string[]): string[] {
  const floors = FLOORS.map(({ path }) => new RegExp(pattern(path)))
  return files.filter((file) => !floors.some((floor) => floor.test(file))).map((file) => `no floor: ${file}`)
}

/** Astro's pages, which dependency-cruiser can't read: the imports of each against the directions of `site/`. */
function pages(root: string): string[] {
  const may = ['site/', ...(FLOORS.find(({ path }) => path === 'site/')?.may ?? [])]
  return sourceFiles(root, 'astro').flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)]
      .map(([, to = '']) => posix.join(posix.dirname(file), to))
      .filter((to) => !may.some((path) => to.startsWith(path)))
      .map((to) => `direction: ${file} -> ${to}`),
  )
}
