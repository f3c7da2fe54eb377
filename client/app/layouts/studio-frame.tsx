import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { $contents } from '../../core/connection/model.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { StudioNav } from '../flows/studio-nav.tsx'
import { PendingScreen } from './pending-screen.tsx'

/** A page of the studio that shows rows of this device: its navigation, and the page once the device is open. */
export function StudioFrame({ children }: { children: (contents: Contents) => ReactNode }) {
  const contents = useUnit($contents)
  return (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>{children(contents)}</WithSync>
    </>
  )
}
