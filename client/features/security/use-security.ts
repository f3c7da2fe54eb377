import { Security } from '@vesper/sync/vesper/api/factors.ts'
import useSWR from 'swr'
import { callApi } from '../../core/api/api.ts'
import { useReadWhenBack } from '../../core/api/use-read-when-back.ts'

/** The factors and devices of the account. This device keeps no copy of them. */
export function useSecurity(account: string) {
  const key = ['security', account]
  const { data, error, mutate } = useSWR<Security, unknown>(key, () =>
    callApi({ path: '/auth/users/me/security', answer: Security }),
  )
  useReadWhenBack({ key, error, read: mutate })
  return { security: data, error, reread: async () => void (await mutate()) }
}
