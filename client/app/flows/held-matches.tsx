import { DeviceFound } from '../../features/search/device-found.tsx'
import { foundSlots } from './found-slots.tsx'

/** The device's own matches of the words, while there is no connection. */
export function HeldMatches({ q }: { q: string }) {
  return <DeviceFound q={q} slots={foundSlots} />
}
