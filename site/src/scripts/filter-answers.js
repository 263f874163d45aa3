// Shows the answers of one engine, or those that name one brand; without this script, all of them. The choice is kept in the
// address, so that it can be linked to.

const filter = document.getElementById('filter')
const chosen = [...document.querySelectorAll('#filter select')]
const sections = [...document.querySelectorAll('[data-engine]')]
const answers = [...document.querySelectorAll('[data-brands]')]

function read() {
  const query = new URLSearchParams(location.search)
  for (const select of chosen) {
    select.value = query.get(select.name) ?? ''
    // The name isn't among the choices.
    if (select.selectedIndex < 0) select.value = ''
  }
}

function show() {
  const [engine, brand] = chosen.map((select) => select.value)
  for (const answer of answers) answer.hidden = brand !== '' && !answer.dataset.brands.split(' ').includes(brand)
  for (const section of sections)
    section.hidden =
      (engine !== '' && section.dataset.engine !== engine) || !section.querySelector('[data-brands]:not([hidden])')
  const shown = sections.flatMap((section) =>
    section.hidden ? [] : [...section.querySelectorAll('[data-brands]:not([hidden])')],
  )
  filter.querySelector('output').textContent = `${shown.length} of ${answers.length} answers shown`
}

function write() {
  const { pathname, hash } = location
  const query = new URLSearchParams(
    chosen.filter((select) => select.value !== '').map(({ name, value }) => [name, value]),
  )
  history.replaceState(null, '', `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`)
}

/** Shows the answer that the address links to, even if the choice hides it. */
function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.closest('[hidden]') === null || target === null) return
  for (const select of chosen) select.value = ''
  show()
  write()
  target.scrollIntoView()
}

filter.hidden = false
read()
show()
showTarget()
filter.addEventListener('change', () => {
  show()
  write()
})
addEventListener('hashchange', showTarget)
