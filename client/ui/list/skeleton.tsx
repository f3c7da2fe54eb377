import { cx } from '../cx.ts'

/** Stands where something is about to be; the region around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block rounded-control', className)} />
}
