/** Pupils' work, boards and walls. */
export const photoNames = [
  'fractions-1',
  'fractions-2',
  'fractions-3',
  'fractions-4',
  'fractions-5',
  'angles',
  'functions',
  'essay-1',
  'essay-2',
  'vocabulary',
  'board',
  'pike',
  'posters',
] as const

/**
 * Draws a photo as a JPEG in base64, the same in every run. Runs in a page, so it must not use anything
 * outside of the function.
 */
export function drawPhoto(name: string): string {
  // Letters as strokes on a grid of 4 by 8, with the baseline at 8. `.` separates strokes.
  const letters: Record<string, string> = {
    '0': '20 02 06 28 46 42 20',
    '1': '02 20 28',
    '2': '01 20 41 43 08 48',
    '3': '01 30 42 24 46 38 07',
    '4': '30 05 45 . 33 38',
    '5': '40 10 03 33 46 28 07',
    '6': '40 13 06 28 46 34 05',
    '7': '00 40 18 . 14 34',
    '8': '24 01 20 41 24 07 28 47 24',
    '9': '43 14 01 20 41 43 28',
    '+': '25 28 . 07 47',
    '-': '16 36',
    '=': '05 45 . 07 47',
    ')': '10 32 36 18',
    '(': '30 12 16 38',
    '/': '40 08',
    '·': '26 27',
    ':': '24 25 . 27 28',
    ',': '27 19',
    '.': '27 28',
    '°': '10 21 12 01 10',
    a: '44 14 07 28 46 44 48',
    b: '00 08 28 46 24 05',
    c: '44 14 07 28 47',
    d: '44 14 07 28 46 40 48',
    e: '06 36 24 06 28 47',
    f: '41 20 18 . 04 34',
    g: '44 14 06 27 45 44 49 1a',
    h: '00 08 . 06 24 44 48',
    i: '24 28 . 22 22',
    k: '00 08 . 44 06 48',
    l: '10 17 28',
    m: '08 04 . 05 14 28 . 25 34 48',
    n: '08 04 . 06 24 44 48',
    o: '24 06 28 46 24',
    p: '04 0a . 05 24 46 28 07',
    r: '04 08 . 06 24 44',
    s: '44 14 16 47 28 08',
    t: '20 27 48 . 04 44',
    u: '04 07 28 46 . 44 48',
    v: '04 28 44',
    w: '04 18 26 38 44',
    x: '04 48 . 44 08',
    y: '04 27 . 44 1a',
    é: '06 36 24 06 28 47 . 21 42',
    α: '44 28 06 14 36 48',
    β: '0a 02 20 42 24 46 28 07',
  }
  let state = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const near = (by: number) => (random() - 0.5) * 2 * by
  const isWide = ['board', 'pike', 'posters'].includes(name)
  const width = isWide ? 960 : 720
  const height = isWide ? 640 : 960
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const c = context
  c.lineCap = 'round'
  c.lineJoin = 'round'

  type Point = { x: number; y: number }
  /** Draws a line like a hand: rounded and slightly inaccurate. */
  const stroke = (points: readonly Point[], shake = 0.7) => {
    const moved = points.map(({ x, y }) => ({ x: x + near(shake), y: y + near(shake) }))
    const [first, ...rest] = moved
    if (!first) return
    c.beginPath()
    c.moveTo(first.x, first.y)
    for (const [index, point] of rest.entries()) {
      const next = rest[index + 1]
      if (next) c.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2)
      else c.lineTo(point.x, point.y)
    }
    c.stroke()
  }
  const rule = (from: Point, to: Point) => {
    c.beginPath()
    c.moveTo(from.x, from.y)
    c.lineTo(to.x, to.y)
    c.stroke()
  }
  /** `size` is the height of a capital. Returns the x position of the end. */
  const write = (text: string, at: Point, size: number): number => {
    let { x } = at
    for (const letter of text) {
      if (letter === ' ') {
        x += size * 0.5
        continue
      }
      const y = at.y + near(size * 0.05)
      const lean = 0.13 + near(0.03)
      for (const part of (letters[letter] ?? '').split(' . ')) {
        const points = part
          .split(' ')
          .filter(Boolean)
          .map(([column = '0', row = '0']) => {
            const down = (Number.parseInt(row, 16) - 8) / 8
            return { x: x + (Number(column) / 8 - down * lean) * size, y: y + down * size }
          })
        stroke(points, size * 0.025)
      }
      x += size * (/[mw]/.test(letter) ? 0.74 : /[il1.,:·]/.test(letter) ? 0.45 : 0.66)
    }
    return x
  }
  /** Returns the x position of the end. */
  const fraction = (above: string, below: string, at: Point, size: number): number => {
    const small = size * 0.72
    write(above, { x: at.x + 2, y: at.y - size * 0.55 }, small)
    write(below, { x: at.x + 2, y: at.y + size * 0.5 }, small)
    const end = at.x + small * 0.66 * Math.max(above.length, below.length) + 4
    stroke([
      { x: at.x - 2, y: at.y - size * 0.38 },
      { x: end, y: at.y - size * 0.42 },
    ])
    return end + size * 0.22
  }
  /** Writes `3/4 + 1/8 = 7/8` with fraction bars. */
  const sum = (text: string, at: Point, size: number): number => {
    let { x } = at
    for (const part of text.split(' ')) {
      const [, above, below] = /^(\w+)\/(\w+)$/.exec(part) ?? []
      x = above && below ? fraction(above, below, { x, y: at.y }, size) : write(part, { x, y: at.y }, size)
      x += size * 0.28
    }
    return x
  }
  /** A line of joined handwriting. */
  const scribble = (from: Point, to: number, size: number) => {
    let x = from.x
    while (x < to - size) {
      const word = Math.min(to - x, size * (1.2 + random() * 3.2))
      const points: Point[] = []
      for (let along = 0; along < word; along += size * 0.2) {
        const kind = random()
        const up = kind < 0.16 ? 1.05 : kind < 0.3 ? -0.4 : 0.5
        const y = from.y + near(size * 0.03)
        points.push({ x: x + along, y }, { x: x + along + size * 0.13, y: y - size * up })
      }
      stroke(points, size * 0.05)
      x += word + size * 0.55
    }
  }
  const pen = (colour: string, thick: number) => {
    c.strokeStyle = colour
    c.lineWidth = thick
  }

  const table = () => {
    const wood = c.createLinearGradient(0, 0, width, height)
    wood.addColorStop(0, '#9a7048')
    wood.addColorStop(1, '#7d5634')
    c.fillStyle = wood
    c.fillRect(0, 0, width, height)
    for (let line = 0; line < 36; line += 1) {
      pen(`rgba(60,36,16,${0.05 + random() * 0.1})`, 1 + random() * 3)
      const y = random() * height
      stroke([
        { x: 0, y },
        { x: width / 2, y: y + near(14) },
        { x: width, y: y + near(20) },
      ])
    }
  }
  /** Draws a sheet with its shadow, and `inside` on it. */
  const sheet = (
    inside: (left: number, top: number, right: number, bottom: number) => void,
    turn: number,
  ) => {
    table()
    c.save()
    c.translate(width / 2, height / 2)
    c.rotate(turn)
    c.translate(-width / 2, -height / 2)
    const [left, top, right, bottom] = [width * 0.05, height * 0.04, width * 0.95, height * 0.96]
    c.shadowColor = 'rgba(20,10,0,.55)'
    c.shadowBlur = 22
    c.shadowOffsetX = 9
    c.shadowOffsetY = 11
    c.fillStyle = '#f7f5ec'
    c.fillRect(left, top, right - left, bottom - top)
    c.shadowColor = 'transparent'
    c.beginPath()
    c.rect(left, top, right - left, bottom - top)
    c.clip()
    inside(left, top, right, bottom)
    c.restore()
    // A lamp on one side, and the photographer's shadow on the other.
    const light = c.createRadialGradient(width * 0.3, height * 0.2, 60, width * 0.3, height * 0.2, height)
    light.addColorStop(0, 'rgba(255,250,225,.16)')
    light.addColorStop(1, 'rgba(40,34,30,.26)')
    c.fillStyle = light
    c.fillRect(0, 0, width, height)
    c.save()
    c.filter = 'blur(26px)'
    c.fillStyle = 'rgba(30,26,30,.2)'
    c.beginPath()
    c.moveTo(width, height * 0.62)
    c.quadraticCurveTo(width * 0.68, height * 0.68, width * 0.6, height * 1.05)
    c.lineTo(width * 1.1, height * 1.05)
    c.closePath()
    c.fill()
    c.restore()
  }
  const squared = (left: number, top: number, right: number, bottom: number) => {
    pen('rgba(96,140,190,.42)', 1)
    for (let x = left + 11; x < right; x += 22) rule({ x, y: top }, { x, y: bottom })
    for (let y = top + 11; y < bottom; y += 22) rule({ x: left, y }, { x: right, y })
    pen('rgba(200,80,80,.55)', 1.4)
    rule({ x: right - 84, y: top }, { x: right - 84, y: bottom })
  }
  const lined = (left: number, top: number, right: number, bottom: number) => {
    pen('rgba(96,140,190,.5)', 1.1)
    for (let y = top + 84; y < bottom; y += 36) rule({ x: left, y }, { x: right, y })
    pen('rgba(200,80,80,.55)', 1.4)
    rule({ x: left + 74, y: top }, { x: left + 74, y: bottom })
  }
  const blue = '#24418f'
  const grey = '#4a4a52'

  const exercises = (rows: readonly string[], colour: string, turn: number) =>
    sheet((left, top, right, bottom) => {
      squared(left, top, right, bottom)
      pen(colour, 2.6)
      for (const [index, row] of rows.entries()) {
        const y = top + 88 + index * 88
        const isCrossed = row.startsWith('x')
        const end = sum(isCrossed ? row.slice(1) : row, { x: left + 40, y }, 32)
        if (!isCrossed) continue
        stroke([
          { x: left + 92, y: y - 4 },
          { x: (left + end) / 2, y: y - 18 },
          { x: end, y: y - 10 },
        ])
      }
    }, turn)

  const pictures: Record<string, () => void> = {
    'fractions-1': () =>
      exercises(
        [
          '1) 1/2 + 1/4 = 2/4 + 1/4 = 3/4',
          '2) 2/3 - 1/6 = 4/6 - 1/6 = 3/6',
          '= 1/2',
          'x3) 3/4 + 1/8 = 4/12',
          '3 a) 3/4 + 1/8 = 6/8 + 1/8 = 7/8',
          'b) 1/4 - 3/4 = - 2/4 = - 1/2',
          '4) 5/6 - 1/2 = 5/6 - 3/6 = 2/6',
          '= 1/3',
        ],
        blue,
        -0.012,
      ),
    'fractions-2': () =>
      sheet((left, top, right, bottom) => {
        squared(left, top, right, bottom)
        pen(grey, 2.2)
        write('5)', { x: left + 30, y: top + 90 }, 34)
        for (const [index, shares] of [1, 2, 3, 4, 6, 8].entries()) {
          const y = top + 130 + index * 88
          const step = (right - left - 190) / shares
          for (let share = 0; share < shares; share += 1) {
            const x = left + 60 + share * step
            const right = x + step
            stroke([
              { x, y },
              { x: right, y },
            ])
            stroke([
              { x: right, y },
              { x: right, y: y + 66 },
            ])
            stroke([
              { x: right, y: y + 66 },
              { x, y: y + 66 },
            ])
            stroke([
              { x, y: y + 66 },
              { x, y },
            ])
            if (shares === 1) write('1', { x: x + step / 2, y: y + 46 }, 26)
            else fraction('1', String(shares), { x: x + step / 2 - 9, y: y + 44 }, 24)
          }
        }
        pen(blue, 2.6)
        sum('1/4 = 2/8', { x: left + 60, y: top + 730 }, 32)
        sum('1/2 = 4/8 = 3/6', { x: left + 60, y: top + 810 }, 32)
      }, 0),
    'fractions-3': () =>
      exercises(
        [
          'p 42',
          '1) 1/2 + 1/4 = 3/4',
          '2) 2/3 - 1/6 = 1/2',
          '3 a) 3/4 + 1/8 = 7/8',
          'b) 1/4 - 3/4 = - 2/4',
          'x4) 5/6 - 1/2 = 4/4',
          '4) 5/6 - 1/2 = 2/6',
        ],
        grey,
        0.02,
      ),
    'fractions-4': () =>
      exercises(
        [
          'p 42 · 1) 1/2 + 1/4 = 2/4 + 1/4 = 3/4',
          '2) 2/3 - 1/6 = 4/6 - 1/6 = 1/2',
          'a) 3/4 + 1/8 = 4/12',
          'b) 1/4 - 3/4 = 2/4',
          'x4) 5/6 - 1/2 = 4/6',
          '4) 5/6 - 3/6 = 2/6 = 1/3',
          '5) 1/2 = 2/4 = 4/8',
        ],
        '#2f5f4c',
        0.008,
      ),
    'fractions-5': () =>
      exercises(
        [
          '1) 1/2 + 1/4 = 3/4',
          '2) 2/3 - 1/6 = 4/6 - 1/6 = 3/6',
          '= 1/2',
          '3 a) 6/8 + 1/8 = 7/8',
          'b) 3/4 - 1/4 = 2/4 = 1/2',
          '4) 5/6 - 3/6 = 2/6 = 1/3',
          '5) 1/3 = 2/6 : 1/4 = 2/8',
        ],
        '#3b3a78',
        -0.02,
      ),
    angles: () =>
      sheet((left, top, right, bottom) => {
        squared(left, top, right, bottom)
        for (const [index, degrees] of [35, 90, 140].entries()) {
          const corner = { x: left + 130 + (index === 2 ? 130 : 0), y: top + 240 + index * 260 }
          const turned = (-degrees * Math.PI) / 180
          pen(grey, 2)
          rule(corner, { x: corner.x + 260, y: corner.y })
          rule(corner, { x: corner.x + 230 * Math.cos(turned), y: corner.y + 230 * Math.sin(turned) })
          c.beginPath()
          c.arc(corner.x, corner.y, 64, turned, 0)
          c.stroke()
          pen(blue, 2.4)
          const middle = turned / 2
          write(
            `${degrees}°`,
            { x: corner.x + 92 * Math.cos(middle), y: corner.y + 92 * Math.sin(middle) },
            26,
          )
          write(`${index + 1})`, { x: left + 30, y: corner.y - 150 }, 30)
        }
      }, 0.015),
    functions: () =>
      sheet((left, top, right, bottom) => {
        squared(left, top, right, bottom)
        pen(blue, 2.5)
        for (const [index, row] of [
          '3 a)',
          'f (x) = x · e - kx',
          'f (x) = (1 - kx) · e - kx',
          'x = 1/k',
        ].entries())
          sum(row, { x: left + 36, y: top + 88 + index * 66 }, 28)
        pen(grey, 2)
        const origin = { x: left + 80, y: bottom - 150 }
        rule({ x: origin.x - 40, y: origin.y }, { x: right - 110, y: origin.y })
        rule({ x: origin.x, y: origin.y + 60 }, { x: origin.x, y: top + 350 })
        for (const [k, colour] of [
          [0.8, '#24418f'],
          [1.3, '#8b2c3b'],
          [2, '#2f6e43'],
        ] as const) {
          pen(colour, 2.4)
          const points = Array.from({ length: 60 }, (_, step) => {
            const x = step / 10
            return { x: origin.x + x * 68, y: origin.y - x * Math.exp(-k * x) * 680 }
          })
          stroke(points, 0.8)
        }
      }, -0.01),
    'essay-1': () =>
      sheet((left, top, right, bottom) => {
        lined(left, top, right, bottom)
        pen(blue, 2)
        write('a day without a phone', { x: left + 110, y: top + 80 }, 30)
        for (let line = 2; line < 22; line += 1) {
          const isLast = line % 7 === 0
          const from = left + 88 + (line % 7 === 1 ? 30 : 0)
          scribble({ x: from, y: top + 84 + line * 36 - 3 }, isLast ? right - 240 : right - 30, 21)
        }
      }, 0.012),
    'essay-2': () =>
      sheet((left, top, right, bottom) => {
        lined(left, top, right, bottom)
        pen(grey, 2.1)
        for (let line = 0; line < 15; line += 1) {
          const y = top + 84 + line * 36 - 3
          scribble({ x: left + 88, y }, line === 9 ? right - 300 : right - 40, 23)
          if (line !== 4) continue
          stroke([
            { x: left + 200, y: y - 10 },
            { x: left + 330, y: y - 8 },
          ])
        }
      }, -0.02),
    vocabulary: () =>
      sheet((left, top, right, bottom) => {
        lined(left, top, right, bottom)
        pen('rgba(96,140,190,.6)', 1.4)
        rule({ x: (left + right) / 2 + 20, y: top }, { x: (left + right) / 2 + 20, y: bottom })
        const words =
          'le retard,la gare,arriver,le billet,partir,la valise,le départ,attendre,la sortie,le train,la carte,le voyage,la ville,perdre,trouver'
        pen(blue, 2.2)
        for (const [index, word] of words.split(',').entries()) {
          const y = top + 84 + index * 54 - 4
          write(word, { x: left + 92, y }, 27)
          scribble({ x: (left + right) / 2 + 44, y }, right - 60 - random() * 90, 20)
        }
      }, 0.018),
    board: () => {
      c.fillStyle = '#b9ab97'
      c.fillRect(0, 0, width, height)
      c.fillStyle = '#8a7a62'
      c.fillRect(22, 24, width - 44, height - 60)
      const green = c.createLinearGradient(0, 0, width, height)
      green.addColorStop(0, '#2f5a47')
      green.addColorStop(1, '#234637')
      c.fillStyle = green
      c.fillRect(36, 38, width - 72, height - 88)
      for (let wipe = 0; wipe < 14; wipe += 1) {
        pen('rgba(255,255,255,.025)', 60)
        const y = 60 + random() * (height - 140)
        stroke([
          { x: 70, y },
          { x: width / 2, y: y + near(40) },
          { x: width - 80, y: y + near(30) },
        ])
      }
      pen('rgba(245,245,238,.9)', 3.4)
      sum('3/4 + 1/8 = 6/8 + 1/8 = 7/8', { x: 84, y: 150 }, 44)
      sum('2/3 · 1/2 = 2/6 = 1/3', { x: 84, y: 270 }, 44)
      pen('rgba(246,222,120,.92)', 3.4)
      sum('a/b : c/d = a/b · d/c', { x: 84, y: 410 }, 44)
      pen('rgba(245,245,238,.85)', 3)
      c.beginPath()
      c.arc(760, 300, 120, 0, Math.PI * 2)
      c.stroke()
      for (let part = 0; part < 8; part += 1) {
        const turn = (part * Math.PI) / 4
        rule({ x: 760, y: 300 }, { x: 760 + 120 * Math.cos(turn), y: 300 + 120 * Math.sin(turn) })
      }
      fraction('3', '8', { x: 740, y: 490 }, 40)
      pen('rgba(245,245,238,.25)', 5)
      for (let part = 0; part < 3; part += 1) {
        for (let line = 0; line < 9; line += 1) {
          const turn = ((part + line / 9) * Math.PI) / 4
          rule({ x: 760, y: 300 }, { x: 760 + 112 * Math.cos(turn), y: 300 + 112 * Math.sin(turn) })
        }
      }
    },
    pike: () => {
      sheet(() => {
        const outline = (sign: number) =>
          Array.from({ length: 30 }, (_, step) => {
            const along = step / 29
            const half =
              along < 0.22
                ? 8 + along * 190
                : along < 0.75
                  ? 54 - (along - 0.22) * 36
                  : 36 - (along - 0.75) * 88
            return { x: 130 + along * 620, y: 320 + sign * half }
          })
        pen('rgba(60,60,66,.9)', 2.2)
        stroke(outline(-1), 0.8)
        stroke(outline(1), 0.8)
        for (const sign of [-1, 1]) {
          stroke([
            { x: 745, y: 320 + sign * 12 },
            { x: 850, y: 320 + sign * 74 },
            { x: 820, y: 320 },
          ])
          stroke([
            { x: 610, y: 320 + sign * 38 },
            { x: 660, y: 320 + sign * 92 },
            { x: 700, y: 320 + sign * 26 },
          ])
        }
        stroke([
          { x: 132, y: 322 },
          { x: 190, y: 330 },
          { x: 236, y: 334 },
        ])
        c.beginPath()
        c.arc(228, 302, 9, 0, Math.PI * 2)
        c.stroke()
        stroke([
          { x: 290, y: 274 },
          { x: 306, y: 320 },
          { x: 288, y: 366 },
        ])
        pen('rgba(70,70,76,.5)', 1.3)
        for (let row = 0; row < 5; row += 1) {
          for (let place = 0; place < 24; place += 1) {
            const x = 320 + place * 17 + (row % 2) * 8
            const y = 290 + row * 14 + near(2)
            stroke([
              { x, y },
              { x: x + 6, y: y + 5 },
              { x, y: y + 10 },
            ])
          }
        }
      }, 0.02)
    },
    posters: () => {
      const wall = c.createLinearGradient(0, 0, 0, height)
      wall.addColorStop(0, '#efe7d6')
      wall.addColorStop(1, '#cfc3ad')
      c.fillStyle = wall
      c.fillRect(0, 0, width, height)
      const papers = ['#f4d35e', '#9cc5a1', '#f2b5a7', '#a9c3e6', '#fbf9ef', '#d9b8dd', '#bfe0e2', '#f6e7b4']
      for (const [index, paper] of papers.entries()) {
        const x = 56 + (index % 4) * 218
        const y = 56 + Math.floor(index / 4) * 282
        c.save()
        c.translate(x + 95, y + 120)
        c.rotate(near(0.035))
        c.shadowColor = 'rgba(40,30,20,.4)'
        c.shadowBlur = 10
        c.shadowOffsetY = 5
        c.fillStyle = paper
        c.fillRect(-95, -120, 190, 240)
        c.shadowColor = 'transparent'
        pen('#3a4352', 2.6)
        scribble({ x: -72, y: -84 }, 70, 24)
        const circles: Point[] = []
        for (let circle = 0; circle < 5; circle += 1) {
          const at = { x: -60 + (circle % 3) * 58 + near(8), y: -34 + Math.floor(circle / 3) * 74 + near(8) }
          circles.push(at)
          c.fillStyle = ['#d6604d', '#4393c3', '#5aae61', '#e08214', '#8073ac'][(circle + index) % 5] ?? ''
          c.beginPath()
          c.ellipse(at.x, at.y, 17, 13, 0, 0, Math.PI * 2)
          c.fill()
        }
        for (const [place, from] of circles.entries()) {
          const to = circles[(place + 2) % circles.length]
          if (to) rule(from, to)
        }
        pen('#55606e', 1.6)
        for (let line = 0; line < 3; line += 1) scribble({ x: -72, y: 76 + line * 16 }, 72, 9)
        c.restore()
      }
    },
  }
  pictures[name]?.()

  // Noise of a camera sensor.
  const image = c.getImageData(0, 0, width, height)
  for (let at = 0; at < image.data.length; at += 4) {
    const noise = near(1.5)
    for (let channel = 0; channel < 3; channel += 1)
      image.data[at + channel] = (image.data[at + channel] ?? 0) + noise
  }
  c.putImageData(image, 0, 0)
  // Smaller, so that the first visit of the demo is fast.
  const scale = 0.8
  const isTurned = name === 'fractions-2'
  const size = { width: width * scale, height: height * scale }
  const stored = Object.assign(document.createElement('canvas'), {
    width: isTurned ? size.height : size.width,
    height: isTurned ? size.width : size.height,
  })
  const onto = stored.getContext('2d')
  if (isTurned) {
    onto?.translate(0, size.width)
    onto?.rotate(-Math.PI / 2)
  }
  onto?.drawImage(canvas, 0, 0, size.width, size.height)
  return stored.toDataURL('image/jpeg', 0.34).split(',')[1] ?? ''
}
