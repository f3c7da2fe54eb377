import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/** React's `lazy`, except that a component that fails to load is loaded again, when the connection returns and from time to time. */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await importWithRetry(load) }))
}
