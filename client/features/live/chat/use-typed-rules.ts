import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { useUnit } from 'effector-react'
import { useRef, useState } from 'react'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import { $user } from '../../../core/session/model.ts'
import { typedMode, writerChoices } from './typed-mode.ts'
import type { TypedMode } from './typed-mode.ts'

type Typed = Partial<TypedMode>

type TypedRules = {
  typed: Typed
  edit: (change: Typed) => void
  /** Once they were saved: fields that were changed again meanwhile stay. */
  forget: (sent: Typed) => void
}

/**
 * The fields of the rules that differ from `mode` by what was typed. They outlive a closed dialog and a reload until they are
 * saved. Fields that were left alone are not kept: another moderator may change them meanwhile.
 */
export function useTypedRules(name: string, mode: ChatMode): TypedRules {
  const forms = formsOf(useUnit($user)?._id ?? '')
  const [typed, setTyped] = useState<Typed>(() => changedIn(forms.read(name), mode))
  const latest = useRef(typed)
  const keep = (next: Typed) => {
    latest.current = next
    setTyped(next)
    if (Object.keys(next).length > 0) forms.write(name, next)
    else forms.remove(name)
  }
  return {
    typed,
    edit: (change) => keep(changedIn({ ...latest.current, ...change }, mode)),
    forget: (sent) => {
      const isLater = ([field, text]: [string, unknown]) => text !== sent[field as keyof Typed]
      keep(Object.fromEntries(Object.entries(latest.current).filter(isLater)))
    },
  }
}

function changedIn(fields: Record<string, unknown>, mode: ChatMode): Typed {
  const saved = typedMode(mode)
  const isChanged = ([field, text]: [string, unknown]) =>
    field in saved && typeof text === 'string' && text !== saved[field as keyof TypedMode]
  const { writers, ...changed }: Record<string, unknown> = Object.fromEntries(Object.entries(fields).filter(isChanged))
  const chosen = writerChoices.find((choice) => choice === writers)
  return { ...changed, ...(chosen && { writers: chosen }) }
}
