import { createApp } from 'astro/app/entrypoint'

/** The compiled pages: `render` takes a request for a page and what it shows as `locals`. */
export const app = createApp()
