import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { $deskWords, deskWordsSent, deskWordsTyped } from './desk-words.ts'
import type { DeskWords } from './desk-words.ts'

/** The words that are typed about a thing. They stay in this tab until `sent` is called, also while their field is closed. */
export function useDeskWords(about: string): DeskWords & { type: (text: string) => void; sent: () => void } {
  const [all, typed, sent] = useUnit([$deskWords, deskWordsTyped, deskWordsSent])
  const [empty] = useState<DeskWords>(() => ({ id: v7(), text: '' }))
  return {
    ...(all[about] ?? empty),
    type: (text) => typed({ about, id: v7(), text }),
    sent: () => sent([about]),
  }
}
