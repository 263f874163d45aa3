import type { AstroIntegration } from 'astro'
import { defineConfig, passthroughImageService } from 'astro/config'

/** Compiles the pages to a program that site/build.ts calls instead of a server (see site/app.ts). */
const pages: AstroIntegration = {
  name: 'svc-pages',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'svc-pages',
        serverEntrypoint: new URL('./app.ts', import.meta.url),
        entrypointResolution: 'auto',
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      }),
  },
}

/** What pages are compiled with; addresses and data are given to the compiled program. */
export default defineConfig({
  output: 'server',
  adapter: pages,
  trailingSlash: 'ignore',
  // A line break between two words is a space, as in HTML.
  compressHTML: true,
  cacheDir: '../node_modules/.astro',
  // The site resizes no image, and sharp isn't installed: it brings libvips, which is under the LGPL.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    cacheDir: '../node_modules/.vite',
    // Thousands of pages are rendered, so modules are looked up and read once.
    environments: { ssr: { resolve: { noExternal: true } } },
    build: { assetsInlineLimit: 0 },
  },
})
