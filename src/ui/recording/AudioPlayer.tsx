import type { AudioHTMLAttributes } from 'react'

type AudioPlayerProps = Pick<AudioHTMLAttributes<HTMLAudioElement>, 'src' | 'onError'> & {
  /** Name for screen readers. */
  label: string
}

/** The browser's player. It also shows the length of recordings that do not name it. */
export function AudioPlayer({ label, ...player }: AudioPlayerProps) {
  return (
    <audio
      {...player}
      controls
      preload="metadata"
      aria-label={label}
      style={{ width: 'min(100%, 30rem)' }}
      onLoadedMetadata={event => findDuration(event.currentTarget)}
    />
  )
}

/** Browsers write recordings without their length. After a jump to the end, the player knows it. */
function findDuration(audio: HTMLAudioElement): void {
  if (audio.duration !== Number.POSITIVE_INFINITY) return
  audio.addEventListener(
    'timeupdate',
    () => {
      audio.currentTime = 0
    },
    { once: true },
  )
  audio.currentTime = Number.MAX_SAFE_INTEGER
}
