import { useState } from 'react'
import { aboutOf } from './review.ts'
import type { ReviewLine } from './review.ts'

type Consent = {
  /** The files, with their prices, that it was given to; null for none. */
  consentTo: string | null
  /** Null where there are no files. */
  consent: { isGiven: boolean; onGive: (isGiven: boolean) => void } | null
}

/** The consent to the delivery of the files at once. Other files, and other prices, are asked for anew. */
export function useConsent(lines: readonly ReviewLine[], before: string | null): Consent {
  const [consentTo, setConsentTo] = useState(before)
  const files = lines.filter(({ product }) => product.type === 'digital')
  if (files.length === 0) return { consentTo, consent: null }
  const about = aboutOf(files)
  return {
    consentTo,
    consent: { isGiven: consentTo === about, onGive: (isGiven) => setConsentTo(isGiven ? about : null) },
  }
}
