import { v5 } from 'uuid'

const NAMESPACE = '6f0f3b52-7f6a-5c0e-9a55-6d1c6c7e2a10'

/** The id of a thing of the world: the same in every database, so that a start that was cut off goes on where it was. */
export function demoId(username: string, thing: string, n = 0): string {
  return v5(`demo:${username}:${thing}:${n}`, NAMESPACE)
}
