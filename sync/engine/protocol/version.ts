/** Raised with every incompatible change of the wire; `version.test.ts` fails when the schemas change and this does not. */
export const PROTOCOL_VERSION = 2

/** The detail of a refusal for the protocol: its message is the number that the server speaks. */
export const PROTOCOL_DETAIL = 'protocol'

/**
 * [VERSION-5] The verdict of a server on a request in the protocol `asked`. `spoken`: it is its own, or that of the version
 * before, whose apps are open while servers are replaced one after another. `newer`: the app waits for a newer server.
 */
export function judgeProtocol(asked: number, own = PROTOCOL_VERSION): 'spoken' | 'older' | 'newer' {
  if (asked === own || asked === own - 1) return 'spoken'
  return asked > own ? 'newer' : 'older'
}
