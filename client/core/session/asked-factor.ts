import { fieldErrors } from '../api/error-message.ts'

/** A login that waits for its second factor. */
export type AskedFactor = { challengeId: string; ways: string[]; remember: boolean }

/** The second factor that a refused login asks for; null where it is refused for another reason. */
export function askedFactor(error: unknown, remember: boolean): AskedFactor | null {
  const { secondFactor, secondFactorWays } = fieldErrors(error, ['secondFactor', 'secondFactorWays'])
  return secondFactor ? { challengeId: secondFactor, ways: (secondFactorWays ?? 'code').split(','), remember } : null
}
