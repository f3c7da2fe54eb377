/** Carries frames between the servers of one database. It knows nothing of what is in them. */
export type Transport = {
  /**
   * Hands a frame to all servers, this one included, in the order of the calls. Rejects when it cannot, or cannot tell:
   * the frame may have arrived all the same.
   */
  send: (frame: string) => Promise<void>
  close: () => Promise<void>
}

export type TransportEvents = {
  /** A frame of another server. Frames of one server come in the order in which it sent them. */
  onFrame: (frame: string) => void
  /** The connection is there, the first time or again. `missed`: frames may have been lost meanwhile. */
  onConnected: (event: { missed: boolean }) => void
  /** The connection is lost. The transport reconnects by itself. */
  onLost: (error: Error) => void
}

/** `self` begins each frame of this server: a transport drops those unread. Resolves when the transport is connected. */
export type OpenTransport = (self: string, events: TransportEvents) => Promise<Transport>
