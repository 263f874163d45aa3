import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, Path2D } from '@napi-rs/canvas'
import { visible } from '../../pipeline/contract/texts.ts'
import type { Drawing } from './drawing.ts'
import { indexedPng } from './indexed-png.ts'

/** Has Latin, Greek, Cyrillic, Arabic, Hebrew and more; other scripts, such as Chinese, need a font of the machine. */
const FONT = 'Figures'
const FILES = ['dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf']

/** The drawing as a PNG, `width` pixels wide. */
export async function pngOf(drawing: Drawing, width: number): Promise<Buffer> {
  loadFonts()
  const scale = width / drawing.width
  const canvas = createCanvas(width, Math.round(drawing.height * scale))
  const context = canvas.getContext('2d')
  context.scale(scale, scale)
  for (const { d, fill, stroke, strokeWidth = 1 } of drawing.shapes) {
    const path = new Path2D(d)
    if (fill !== undefined) {
      context.fillStyle = fill
      context.fill(path)
    }
    if (stroke !== undefined) {
      context.strokeStyle = stroke
      context.lineWidth = strokeWidth
      context.stroke(path)
    }
  }
  for (const { text, x, y, size, fill, anchor = 'start', bold = false, within } of drawing.texts) {
    context.font = `${bold ? 'bold ' : ''}${size}px ${FONT}, sans-serif`
    context.fillStyle = fill
    context.textAlign = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left'
    context.fillText(visible(text), x, y, within)
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return (await indexedPng(data, canvas)) ?? canvas.encode('png')
}

function loadFonts(): void {
  if (GlobalFonts.has(FONT)) return
  for (const file of FILES) GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(file)), FONT)
}
