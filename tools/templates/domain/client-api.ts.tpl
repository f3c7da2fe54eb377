import { {{Name}}, {{Name}}List, {{Name}}Removed } from '@vesper/sync/vesper/api/{{names}}.ts'
import { callApi } from '../../core/api/api.ts'

/** Rejects with a `Refusal`, or with a `ConnectionError` where the server cannot be reached. */
export function create{{Name}}(text: string): Promise<{{Name}}> {
  return callApi({ method: 'POST', path: '/{{names}}', body: { text }, answer: {{Name}} })
}

/** One page of the own ones, the latest first. */
export function list{{Plural}}(current: number) {
  return callApi({ path: '/{{names}}', query: { current }, answer: {{Name}}List })
}

export async function remove{{Name}}(id: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `/{{names}}/${id}`, answer: {{Name}}Removed })
}
