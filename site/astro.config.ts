import sitemap from '@astrojs/sitemap'
import { defineConfig, passthroughImageService } from 'astro/config'

/**
 * What every build shares; site/build.ts adds the address and the folders, and names the store. With this file alone, as the type
 * check has it, there is no store, and the collection is empty.
 */
export default defineConfig({
  output: 'static',
  trailingSlash: 'always',
  // The server's Content-Security-Policy allows no inline style.
  build: { format: 'directory', inlineStylesheets: 'never' },
  // As in HTML, a line break between two words is a space.
  compressHTML: true,
  cacheDir: '../node_modules/.astro',
  // The site resizes no image, and sharp isn't installed: it brings libvips, which is under the LGPL.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  integrations: [sitemap()],
  vite: { cacheDir: '../node_modules/.vite', define: { __SVC_SITE_URL__: '""', __SVC_TEMPLATES__: '""' } },
})
