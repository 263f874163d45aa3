// Hides the rows of the table without the words searched for. Without this script all rows are shown.
const box = document.querySelector('.search')
const input = box?.querySelector('input')
const rows = [...document.querySelectorAll('.rankings tbody tr')]
const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const texts = rows.map((row) => fold(row.textContent))

function search() {
  const words = fold(input.value).split(/\s+/).filter(Boolean)
  rows.forEach((row, index) => {
    row.hidden = !words.every((word) => texts[index].includes(word))
  })
  const shown = rows.filter((row) => !row.hidden).length
  box.querySelector('output').textContent = words.length === 0 ? '' : `${shown} of ${rows.length}`
}

if (input) {
  box.hidden = false
  input.addEventListener('input', search)
  search()
}
