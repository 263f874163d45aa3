import process from 'node:process'
import v8 from 'node:v8'
import vm from 'node:vm'

const noun = process.argv[2]
// By default V8 lets a heap of 45 MB of live data grow to several hundred before it collects: over 60,000 calls the process
// would take 1.7 times the memory of 6,000. At half as much again it stays flat, for about a fifth more CPU a call. With 30
// percent a month of forty categories takes 10 MB less, and a tenth more CPU.
v8.setFlagsFromString(`--heap-growing-percent=${noun === 'serve' ? 50 : 30}`)
if (noun !== 'serve') {
  // A run makes much short-lived garbage: a month of three categories peaks at 235 MB if each half of the young generation
  // may grow to 16 MB, and at 140 MB, as fast, if it stays at 1 MB. A server answers a quarter more requests if it grows.
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  // V8's quick compiler leaves the freeing of its memory to a thread that comes late: 20 MB over a month of ten categories.
  v8.setFlagsFromString('--no-maglev-destroy-on-background')
}
if (noun === 'rankings') {
  // For collectGarbage of pipeline/ask. As an argument of Node it would cost each command 30 ms, and so it costs 5.
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  globalThis.gc = () => {
    // Otherwise the heap grows by at least 16 MB, and by as much again while V8 looks for garbage: 10 MB over a month of forty
    // categories. It is set only here, after all is asked, because a call would take half as much CPU again.
    v8.setFlagsFromString('--optimize-for-size')
    return collect()
  }
}
