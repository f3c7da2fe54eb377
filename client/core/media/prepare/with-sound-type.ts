/** Some browsers never answer. */
const LOOK_MS = 5_000

/**
 * Recorders of browsers write sounds in the form of a video. An MP4 is left alone: a browser that cannot decode its picture
 * finds none, and its video would go up as a sound.
 */
const soundTypes: Record<string, string> = { 'video/webm': 'audio/webm' }

/** A file in the form of a video that has no picture, with the type of a sound. Any other file as it is. */
export async function withSoundType(file: File): Promise<File> {
  const type = soundTypes[file.type]
  if (type === undefined || (await hasPicture(file))) return file
  return new File([file], file.name, { type, lastModified: file.lastModified })
}

/** True as well where this browser cannot tell. */
function hasPicture(file: Blob): Promise<boolean> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const url = URL.createObjectURL(file)
    const settle = (answer: boolean) => {
      clearTimeout(timer)
      URL.revokeObjectURL(url)
      resolve(answer)
    }
    const timer = setTimeout(() => settle(true), LOOK_MS)
    video.preload = 'metadata'
    video.onloadedmetadata = () => settle(video.videoWidth > 0)
    video.onerror = () => settle(true)
    video.src = url
    video.load()
  })
}
