import type { MessageDescriptor } from '@lingui/core'
import type { Catalogue } from '../core/i18n/i18n.ts'
import type { PageRules } from '../core/session/guard.ts'

export type Layout = 'primary' | 'public' | 'blank' | 'home' | 'maintenance' | 'geo-block'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageRules {
    layout?: Layout
    /** Name of the page, for the browser's title. */
    title?: MessageDescriptor
    /** False where a page takes the whole height of a phone, such as an open conversation. */
    tabBar?: boolean
    /** The texts that the page needs; `app` unless said otherwise. */
    catalogues?: readonly Catalogue[]
  }
}
