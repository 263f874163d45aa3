import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectKeyboardWorks, expectToFit, expectToHold, openBrowser, pictureOf, visit } from './browser.ts'

const SOUND = '<h1>Sound</h1><p><a href="/">A link</a> in a <code>page</code> without a fault.</p>'
/** What is wrong with a page, the check that finds it, and words of what it says. */
const FAULTS: Readonly<Record<string, readonly [string, (page: Page) => Promise<void>, RegExp]>> = {
  'a complaint of the browser': ['<script>console.error("a fault")</script>', async () => {}, /a fault/],
  'a script that throws': ['<script>throw new Error("a fault")</script>', async () => {}, /a fault/],
  'a picture of another host': ['<img src="http://other.example/a.png" alt="">', async () => {}, /other\.example/],
  'a file that is missing': ['<img src="/missing.png" alt="">', async () => {}, /missing\.png/],
  'what the policy forbids': ['<iframe src="/" title="A frame"></iframe>', async () => {}, /frame-src/],
  'text that is hard to read': ['<p style="color: #ccc">Grey on white.</p>', expectToHold, /light.*color-contrast/s],
  'text that is hard to read in dark': [
    '<style>@media (prefers-color-scheme: dark) { p { background: #000; color: #333 } }</style>',
    expectToHold,
    /dark.*color-contrast/s,
  ],
  'a picture without its words': ['<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', expectToHold, /image-alt/],
  'what is wider than a phone': ['<div style="width: 400px">Wide</div>', expectToFit, /wider than 360 px/],
  'what is wider than the paper': [
    '<style>@media print { div { width: 700px } }</style><div>Wide</div>',
    expectToFit,
    /wider than the paper/,
  ],
  'a control without a mark': ['<style>a:focus { outline: none }</style>', expectKeyboardWorks, /unmarked/],
  'a control that no key reaches': ['<a href="/" tabindex="-1">Out of reach</a>', expectKeyboardWorks, /out of reach/],
  'a control that is not seen': [
    '<a href="/" style="position: absolute; left: -999px">Away</a>',
    expectKeyboardWorks,
    /out of sight/,
  ],
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
}, 120_000)
afterAll(() => browser.close())

const open = (content: string, look: (page: Page) => Promise<void>) => {
  const body = `<!doctype html><html lang="en"><title>A page</title><style>:focus-visible { outline: 2px solid }</style><main>${content}</main></html>`
  const policy = "default-src 'self' http: data: 'unsafe-inline'; frame-src 'none'"
  const read = async (path: string) => (path === '/' ? { body, contentType: 'text/html' } : undefined)
  return visit(browser, { policy, read }, '/', { viewport: { width: 360, height: 780 } }, look)
}

test('a sound page passes every check', async () => {
  await open(SOUND, async (page) => {
    await expectKeyboardWorks(page)
    await expectToHold(page)
  })
})

/** A page of which the first pictures fail with these faults. */
function failing(faults: readonly string[]): Pick<Page, 'screenshot' | 'reload'> {
  const left = [...faults]
  const screenshot = async () => {
    const fault = left.shift()
    if (fault !== undefined) throw new Error(fault)
    return Buffer.from('a picture')
  }
  return { screenshot, reload: async () => null }
}

test('a picture that the browser refuses is asked for five times in all, and no other fault is hidden', async () => {
  const refused = (times: number) => Array.from({ length: times }, () => 'Unable to capture screenshot')
  expect(String(await pictureOf(failing(refused(4))))).toBe('a picture')
  await expect(pictureOf(failing(refused(5)))).rejects.toThrow('Unable to capture screenshot')
  await expect(pictureOf(failing(['Target closed']))).rejects.toThrow('Target closed')
})

describe('the checks find', () => {
  for (const [fault, [content, check, words]] of Object.entries(FAULTS))
    test(fault, async () => {
      await expect(open(SOUND + content, check)).rejects.toThrow(words)
    })
})
