import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $offline, lineBack } from './model.ts'

/** Calls when the line is back, while `isOn`. Answers whether there is none now. */
export function useOnReconnect(isOn: boolean, onBack: () => void): boolean {
  useEffect(() => {
    if (!isOn) return
    return lineBack.watch(onBack)
  }, [isOn, onBack])
  return useUnit($offline)
}
