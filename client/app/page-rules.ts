import type { MessageDescriptor } from '@lingui/core'
import type { Catalogue } from '../core/i18n/i18n.ts'
import type { PageRules } from '../core/session/guard.ts'

export type Layout = 'primary' | 'public' | 'blank' | 'home' | 'maintenance' | 'geo-block' | 'suspended'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageRules {
    layout?: Layout
    /** Name of the page, for the browser's title. */
    title?: MessageDescriptor
    /** False where a page takes the whole height of a phone, such as an open conversation. */
    tabBar?: boolean
    /** True where the page shows rows of this device: the engine comes with it. With other pages it comes after them. */
    needsEngine?: boolean
    /** True for a page that stays open to an account that is suspended. */
    whileSuspended?: boolean
    /** True for a page that stays open while the site is closed for work. */
    whileClosed?: boolean
    /** The texts that the page needs; `app` unless said otherwise. */
    catalogues?: readonly Catalogue[]
  }
}
