import { createContext } from 'react'

/** Opens a photo of the thread large. A context, so that a row need not be drawn again when what it opens changes. */
export const OpenFileContext = createContext<(fileId: string) => void>(() => {})
