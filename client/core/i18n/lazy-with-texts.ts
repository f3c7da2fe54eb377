import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { loadCatalogues } from './i18n.ts'
import type { Catalogue } from './i18n.ts'

/**
 * Like React's `lazy`, for an optional part of a page: while it does not load, it is missing. `catalogues`: the texts that
 * it needs, where they may be more than the page's.
 */
export function lazyAgain<Props>(
  load: () => Promise<ComponentType<Props>>,
  ...catalogues: Catalogue[]
): LazyExoticComponent<ComponentType<Props>> {
  return lazyWithRetry(async () => {
    const [component] = await Promise.all([load(), loadCatalogues(catalogues)])
    return component
  })
}
