#!/usr/bin/env node
// This is plain JavaScript that an old Node can read: better-sqlite3 dies with a segmentation fault there, so nothing may load before this check.
import module from 'node:module'
import process from 'node:process'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    'svc needs Node 24 or newer; in the checkout run `npm ci` once and then `./svc`, which brings its own.\n',
  )
  process.exitCode = 1
} else {
  module.enableCompileCache()
  const { currentProgram } = await import('./start/compiled.js')
  // Without a noun there is only help, which is sooner there than all sources are looked at.
  const program = process.argv[2]?.startsWith('-') === false ? currentProgram() : undefined
  const { main } = await import(program ?? './main.ts')
  // This is only for a command that runs: once a flag is set, V8 refuses the code that Node has compiled of itself, and loads slower.
  process.exitCode = await main(process.argv.slice(2), () => import('./start/heap.js'))
}
