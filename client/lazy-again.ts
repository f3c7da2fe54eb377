import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { loadAgain } from './load-again.ts'

/** Like React's `lazy`, for what a page can do without: where it does not load, it is missing until it does. */
export function lazyAgain<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadAgain(load) }))
}
