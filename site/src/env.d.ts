import type { BrandView, MonthView, SiteView } from './views.ts'

declare global {
  /** The site's public address without a trailing slash and the folder of the templates; site/build.ts sets it first. */
  var svcSite: { readonly url: string; readonly templates: string }

  namespace App {
    /** What a page shows, see site/build.ts. */
    interface Locals {
      site: SiteView
      /** On the pages of a month. */
      month?: MonthView
      /** On the page of a question, from 0. */
      question?: number
      /** On the page of a brand. */
      brand?: BrandView
    }
  }
}
