/** A file of which only the first `CHUNK_BYTES` are read before `go` is called; `reading` resolves when more is asked for. */
export function slowBlob(bytes: Uint8Array<ArrayBuffer>): { blob: Blob; reading: Promise<void>; go: () => void } {
  const [reading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slice = (from: number, to: number) => ({
    size: to - from,
    arrayBuffer: async () => {
      if (from > 0) {
        reading.resolve()
        await gate.promise
      }
      return bytes.slice(from, to).buffer
    },
  })
  return { blob: { size: bytes.length, slice } as unknown as Blob, reading: reading.promise, go: gate.resolve }
}
