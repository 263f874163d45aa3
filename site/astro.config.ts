import sitemap from '@astrojs/sitemap'
import { defineConfig, passthroughImageService } from 'astro/config'

/** The configuration that all builds share; site/build.ts adds the address, the folders and the store, without which there are no rankings. */
export default defineConfig({
  output: 'static',
  trailingSlash: 'always',
  // The server's Content-Security-Policy allows no inline style.
  build: { format: 'directory', inlineStylesheets: 'never' },
  // A line break between two words is a space, as in HTML.
  compressHTML: true,
  cacheDir: '../node_modules/.astro',
  // The site resizes no image, and sharp isn't installed: it brings libvips, which is under the LGPL.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [sitemap()],
  vite: { cacheDir: '../node_modules/.vite', define: { __SVC_SITE_URL__: '""', __SVC_TEMPLATES__: '""' } },
})
