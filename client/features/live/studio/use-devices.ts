import { useCallback, useEffect, useRef, useState } from 'react'

export type DeviceProblem = 'denied' | 'missing' | 'busy' | 'unsupported'
export type DeviceChoice = { camera: string | null; microphone: string | null }

export type Devices = {
  /** The picture and sound of the chosen devices; null before they were asked for, or after a problem. */
  media: MediaStream | null
  problem: DeviceProblem | null
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  choice: DeviceChoice
  isCameraOn: boolean
  isMicrophoneOn: boolean
  /** Asks for the devices; the browser may ask the user. */
  open: (choice?: Partial<DeviceChoice>) => Promise<void>
  setOn: (kind: 'audio' | 'video', isOn: boolean) => void
  close: () => void
}

/** A phone's upstream carries this; the camera takes the nearest that it has. */
const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } }

/** The camera and the microphone of the creator. A device that ends, as a phone's camera after sleep, is asked for again. */
export function useDevices(): Devices {
  const [media, setMedia] = useState<MediaStream | null>(null)
  const [problem, setProblem] = useState<DeviceProblem | null>(null)
  const [known, setKnown] = useState<MediaDeviceInfo[]>([])
  const [choice, setChoice] = useState<DeviceChoice>({ camera: null, microphone: null })
  const [on, setOnState] = useState({ audio: true, video: true })
  const held = useRef<MediaStream | null>(null)
  const latest = useRef({ choice, on })
  latest.current = { choice, on }

  const close = useCallback(() => {
    for (const track of held.current?.getTracks() ?? []) track.stop()
    held.current = null
    setMedia(null)
  }, [])
  const open = useCallback(async (change: Partial<DeviceChoice> = {}) => {
    const wanted = { ...latest.current.choice, ...change }
    setChoice(wanted)
    setProblem(null)
    try {
      // Some devices give a camera to one user at a time.
      for (const track of held.current?.getTracks() ?? []) track.stop()
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { ...PICTURE, ...(wanted.camera !== null && { deviceId: { exact: wanted.camera } }) },
        audio: {
          echoCancellation: true,
          noiseSuppression: true,
          ...(wanted.microphone !== null && { deviceId: { exact: wanted.microphone } }),
        },
      })
      for (const track of opened.getTracks()) {
        track.enabled = latest.current.on[track.kind as 'audio' | 'video']
        track.addEventListener('ended', () => held.current === opened && void open())
      }
      held.current = opened
      setMedia(opened)
      setKnown(await navigator.mediaDevices.enumerateDevices())
    } catch (error) {
      held.current = null
      setMedia(null)
      setProblem(problemOf(error))
    }
  }, [])
  const setOn = useCallback((kind: 'audio' | 'video', isOn: boolean) => {
    setOnState((before) => ({ ...before, [kind]: isOn }))
    for (const track of held.current?.getTracks() ?? []) if (track.kind === kind) track.enabled = isOn
  }, [])
  useEffect(() => close, [close])
  return {
    ...{ media, problem, choice, open, setOn, close },
    cameras: known.filter(({ kind }) => kind === 'videoinput'),
    microphones: known.filter(({ kind }) => kind === 'audioinput'),
    isCameraOn: on.video,
    isMicrophoneOn: on.audio,
  }
}

function problemOf(error: unknown): DeviceProblem {
  if (!(error instanceof DOMException)) return 'unsupported'
  if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return 'denied'
  if (error.name === 'NotFoundError' || error.name === 'OverconstrainedError') return 'missing'
  return 'busy'
}
