"""Portuguese texts of the full screen."""

from __future__ import annotations

from typing import Final

PT_SCREENS: Final[dict[str, str]] = {
    # Head and sides of the table
    "screen.us": "Nós",
    "screen.them": "Eles",
    "screen.hand": "Mão {number}",
    "screen.kind.onze": "MÃO DE ONZE",
    "screen.kind.ferro.open": "MÃO DE FERRO",
    "screen.kind.familia": "FAMÍLIA REAL",
    "screen.kind.ferro": "MÃO DE FERRO, NO ESCURO",
    "screen.manilhas": "Manilhas: {rank}",
    "screen.vira": "vira",
    "screen.mao": "mão",
    "screen.pe": "pé",
    "screen.partner": "parceiro",
    "screen.bot": "bot de {owner}",
    "screen.value": "Vale {tentos}",
    "screen.value.match": "Vale a partida",
    "screen.value.asked": "Vale {now}, pedido {asked}",
    "screen.raise": "{word} faz valer {tentos}",
    "screen.raise.none": "Não há mais o que pedir",
    "screen.raise.never": "Ninguém truca",
    "screen.vazas": "Vazas: {vazas}",
    "screen.vazas.none": "nenhuma ainda",
    "screen.account": "O que aconteceu",
    "screen.gone": "Fora da mesa: {names}. A partida não continua; Esc deixa a mesa em ordem.",
    "screen.disk": "O seu disco não grava ({reason}): a mesa espera, e eu tento de novo sem parar. Em {folder}",
    "screen.held": "O disco de {names} não grava: a mesa espera até que grave.",
    "screen.missing": "{names} não responde há {seconds} s. A mesa espera; Esc deixa a mesa em ordem.",
    "screen.speech.aceita": "Aceito!",
    "screen.speech.corre": "Corro!",
    "screen.speech.joga": "Jogo!",
    "screen.speech.mostra": "Mostra!",
    "screen.speech.familia": "Família!",
    # The deal
    "screen.deck.commit": "Lacrando segredos: {done} de {total}",
    "screen.deck.reveal": "Abrindo os lacres: {done} de {total}",
    "screen.deck.shuffle": "Embaralhando: {done} de {total}",
    "screen.deck.verdict": "Conferindo as provas: {done} de {total}",
    "screen.deck.ready": "Baralho pronto e conferido",
    "screen.deck.fault": "Um embaralhamento não confere",
    "screen.deal.proved": "{done} de {total} embaralhos provados",
    "screen.deal.title": "Como se dá as cartas aqui",
    "screen.deal.now": "Agora: {state}.",
    "screen.deal.next": "Para a próxima mão: {state}.",
    "screen.deal": """\
Não há servidor, e ninguém dá as cartas sozinho: o baralho é feito por todos, e cada um confere os outros.

1. Lacre. Cada um sorteia um segredo e mostra só o lacre dele. Depois todos abrem: ninguém pode escolher o seu segredo olhando o dos outros.

2. Embaralhamento. Cada lugar, um depois do outro, embaralha e tranca de novo as quarenta cartas. Junto vai uma prova de que saíram as mesmas quarenta que entraram, sem dizer em que ordem.

3. Conferência. Cada programa confere todas as provas. Só quando todos assinam que está certo é que se abre alguma carta. Basta um lugar honesto para que ninguém conheça a ordem.

4. Cartas. Para abrir uma carta é preciso uma parte da chave de cada um. Das suas, os outros dão a parte deles, e a sua fica com você. A vira todos abrem. Uma carta coberta nunca é aberta.

5. Registro. Tudo é assinado e fica no registro da partida. Qualquer um pode conferir depois: lantruco verify.

O que nenhuma prova impede: duas pessoas que combinam por fora e contam as cartas uma à outra.""",
    # Questions
    "screen.ask.play": "Sua vez: jogue uma carta.",
    "screen.ask.blind": "Sua vez, no escuro: escolha a primeira, a segunda ou a terceira carta.",
    "screen.ask.blind.rest": "Sua vez, no escuro: escolha uma carta pelo lugar.",
    "screen.ask.raise": "{name}: {word} Aceita (vale {asked}) ou corre (dá {now} a eles)?",
    "screen.ask.raise.more": "{name}: {word} Aceita (vale {asked}), corre (dá {now}) ou pede {more}?",
    "screen.ask.onze": "Mão de onze: joga (vale 3) ou corre (dá 1 a eles)? Mão: {mao}. Pé: {pe}.",
    "screen.ask.familia": "Família Real! Aceita a troca, ou manda mostrar? Quem errar perde 3 tentos.",
    "screen.then": "A carta vai à mesa assim que o pedido for aceito.",
    "screen.wait.turn": "Vez de {names}.",
    "screen.wait.answer": "{names} decide…",
    "screen.wait.deal": "As cartas estão sendo abertas; falta {names}.",
    "screen.closing": "Fim da partida: todos assinam o resultado…",
    "screen.half.cover": "Coberta: qual carta? 1, 2 ou 3 (Esc desiste).",
    "screen.half.truco": "Pedido e carta juntos: qual carta? 1, 2 ou 3 (Esc desiste).",
    "screen.half.run": "Correr mesmo? {key} de novo corre; qualquer outra tecla desiste.",
    "screen.half.covered": "Cobrir mesmo? {key} de novo joga coberta; qualquer outra tecla desiste.",
    "screen.why.rule": "{why} (regra {clause})",
    "screen.why.turn": "Ainda não é a sua vez.",
    "screen.why.answer": "Primeiro responda ao que foi pedido.",
    "screen.why.nothing": "Não há o que responder agora: jogue uma carta.",
    "screen.why.cards": "As cartas ainda não foram dadas.",
    # Keys
    "screen.key.again": "de novo: sim",
    "screen.key.card": "esta",
    "screen.key.undo": "desiste",
    "screen.key.deal": "baralho",
    "screen.key.help": "ajuda",
    "screen.key.leave": "sair",
    "screen.key.accept": "aceita",
    "screen.key.show": "manda mostrar",
    "screen.key.play": "joga",
    "screen.key.cover": "coberta",
    "screen.key.truco_card": "{word} e carta",
    "screen.key.familia": "família",
    "screen.key.scroll": "rola",
    "screen.key.back": "volta",
    "screen.key.lobby": "sala",
    "screen.key.again_table": "outra mesa",
    "screen.key.verdict": "conferência",
    "screen.key.account": "relato",
    "screen.key.choose": "escolhe",
    "screen.key.change": "muda",
    "screen.key.go_on": "continua",
    "screen.key.open_now": "abre",
    "screen.key.open": "mesa",
    "screen.key.level": "nível",
    "screen.key.bots": "bots",
    "screen.key.address": "endereço",
    "screen.key.records": "registros",
    "screen.key.taste": "ajustes",
    "screen.key.quit": "sair",
    "screen.key.verify": "confere",
    "screen.chat": "Para todos:",
    "screen.key.chat": "conversa",
    "screen.key.sinal": "sinal",
    "screen.key.send": "diz",
    "screen.key.consult": "consultar",
    "screen.consult.title": "O parceiro",
    "screen.consult.ask": "Só o seu lado ouve. A tecla diz; qualquer outra desiste.",
    "screen.sinal.glimpsed": "Seu lado vê; cada adversário vê um sinal em quatro, ao acaso. Um número mostra; qualquer outra tecla desiste.",
    "screen.sinal.title": "Sinal",
    "screen.sinal.ask": "Só o seu lado vê. Um número mostra; qualquer outra tecla desiste.",
    # Leaving
    "screen.leave.going": "Saindo em ordem: os outros são avisados, e o registro é fechado…",
    "screen.leave.title": "Sair?",
    "screen.leave.match": "A partida fica sem fim para todos. O registro do que foi jogado fica inteiro, e uma partida sem fim não conta como derrota.",
    "screen.leave.room": "Você se levanta da mesa; a partida ainda não começou.",
    "screen.leave.keys": "Enter ou s: sair    qualquer outra tecla: ficar",
    # Lobby
    "screen.lobby.next": """\
n  abra uma mesa: quem estiver na mesma rede a vê aqui, e entra com uma tecla
b  jogue já, com bots
e  digite o endereço de uma mesa que não aparece na lista (há redes que escondem umas máquinas das outras)

Mesas abertas aparecem aqui sozinhas.""",
    "screen.row.host": "de {host}",
    "screen.row.seats": "{taken} de {seats}",
    "screen.busy.join": "Indo para {name}…",
    "screen.busy.open": "Abrindo {name}…",
    "screen.busy.cancel": "(Esc desiste)",
    "screen.busy.given_up": "Você desistiu.",
    # Forms
    "screen.name.ask": "Como você se chama?",
    "screen.name.more": "É o nome que os outros veem à mesa. Enter aceita; não se pergunta mais nada.",
    "screen.address.ask": "Endereço da mesa",
    "screen.address.more": "HOST:PORTA, como aparece na tela de quem abriu a mesa; por exemplo 192.168.0.7:47110.",
    "screen.bots.title": "Jogar com bots",
    "screen.bots.ask": "Quantos lugares?",
    "screen.bots.level": "Nível: {level}",
    "screen.bots.two": "você contra um bot",
    "screen.bots.four": "você e um bot contra dois",
    "screen.bots.six": "você e dois bots contra três",
    "screen.seats": "{count} lugares",
    "screen.open.title": "Nova mesa",
    "screen.open.name": "Nome da mesa",
    "screen.open.seats": "Lugares",
    "screen.open.bots": "Bots seus",
    "screen.rule.coberta": "Carta coberta",
    "screen.rule.familia_real": "Família Real",
    "screen.rule.fr_descarte": "Trocadas na Família Real",
    "screen.rule.torna_empate": "Depois de um empate torna",
    "screen.rule.empate_escopo": "Empate com trucada decide",
    "screen.rule.limite": "Limite de tentos ao pedir",
    "screen.rule.onze_empate": "Três empates na mão de onze",
    "screen.rule.onze_truco": "Trucar na mão de onze",
    "screen.rule.onze_ve_parceiro": "Com onze, ver o parceiro",
    "screen.rule.ferro_escuro": "Mão de ferro no escuro",
    "screen.rule.responde": "Quem responde a um pedido",
    "screen.rule.sinais": "Sinais ao parceiro",
    "screen.rule.livres": "livres",
    "screen.rule.espiados": "um em quatro, ao acaso, cada adversário vê",
    "screen.rule.proibidos": "proibidos",
    "screen.rule.primeiro": "quem jogou primeiro a carta empatada",
    "screen.rule.ultimo": "quem amarrou",
    "screen.rule.abridor": "quem abriu a vaza",
    "screen.rule.mao": "a mão",
    "screen.rule.vaza": "a vaza",
    "screen.rule.empate": "só com a mão empatada",
    "screen.rule.resultado": "só no resultado de três empates",
    "screen.rule.sempre": "sempre",
    "screen.rule.nunca": "nunca",
    "screen.rule.ninguem": "ninguém marca",
    "screen.rule.adversario": "o outro lado marca 3",
    "screen.rule.recusa": "não se pode",
    "screen.rule.penaliza": "perde a mão",
    "screen.rule.qualquer": "qualquer um do lado",
    "screen.rule.porta_voz": "só o primeiro a falar",
    "screen.rule.fundo": "vão para o fundo do monte",
    "screen.rule.fora": "saem do jogo",
    "screen.room.entering": "Entrando na mesa…",
    "screen.room.open": "Mesa aberta. Esperando quem se sente…",
    "screen.room.waiting": "Esperando jogadores: {taken} de {seats}. A partida começa quando a mesa encher.",
    "screen.room.terms": "Nesta mesa: {terms}",
    "line.hosting": "Enquanto a mesa não enche: b senta um bot num lugar vazio (b1 fácil, b2 médio, b3 forte), x tira um.",
    "screen.room.coming": "(bot a caminho…)",
    "screen.key.bot_here": "sentar bot",
    "screen.key.bot_away": "tirar bot",
    "screen.key.bot_level": "bot {level}",
    "screen.open.level": "Nível deles",
    "screen.room.address": "Quem não vê a mesa na lista entra pelo endereço: {where}",
    # Settings
    "screen.taste.title": "Ajustes",
    "screen.taste.lang": "Língua",
    "screen.taste.cards": "Cartas",
    "screen.taste.four_colours": "Uma cor para cada naipe",
    "screen.taste.theme": "Fundo do terminal",
    "screen.taste.colours": "Cores",
    "screen.taste.ascii": "Só letras sem acento e P C E O",
    "screen.taste.speed": "Ritmo",
    "screen.taste.bots": "Nível dos bots",
    "screen.taste.facil": "fácil",
    "screen.taste.medio": "médio",
    "screen.taste.forte": "forte",
    "screen.taste.bots.more": "Vale para os bots que você trouxer a partir de agora, também pela tecla b da sala.",
    "screen.taste.talk": "Bots conversam",
    "screen.taste.talk.more": "Os seus falam pouco; com “não” ficam calados, e os dos outros não se ouvem aqui.",
    "screen.taste.careful": "Correr e cobrir pedem a tecla duas vezes",
    "screen.taste.mouse": "Mouse",
    "screen.taste.yes": "sim",
    "screen.taste.no": "não",
    "screen.taste.pt": "português",
    "screen.taste.en": "English",
    "screen.taste.auto": "automático",
    "screen.taste.big": "grandes",
    "screen.taste.compact": "pequenas",
    "screen.taste.dark": "escuro",
    "screen.taste.light": "claro",
    "screen.taste.none": "nenhum",
    "screen.taste.16": "16",
    "screen.taste.256": "256",
    "screen.taste.true": "todas",
    "screen.taste.normal": "normal",
    "screen.taste.slow": "devagar",
    "screen.taste.fast": "rápido",
    "screen.taste.careful.more": "Protege de um deslize do dedo: a primeira vez pergunta, a segunda vale.",
    "screen.taste.mouse.more": "Clique em cartas e teclas. Enquanto está ligado, o terminal não seleciona texto.",
    "screen.taste.speed.more": "Quanto tempo cada jogada fica na tela antes da próxima. Uma tecla apressa.",
    "screen.taste.cards.more": "Tamanho das cartas; “automático” usa o maior que cabe.",
    "screen.taste.colours.more": "“Automático” obedece ao terminal e a NO_COLOR. Os naipes nunca dependem da cor.",
    # Records and verdicts
    "screen.records.title": "Registros de partidas",
    "screen.records.where": "Em {path}",
    "screen.verdict.title": "O que o registro prova",
    "screen.verifying": "Conferindo o registro: {percent} %",
    "screen.verified": "Registro conferido: tudo o que aconteceu na mesa está assinado e confere.",
    # After
    "screen.no_match": "A partida não chegou a começar.",
    "screen.unfinished": "Partida sem fim: nós {us}, eles {them}.",
    "screen.again.mine": "Para outra partida: n abre outra mesa igual, e os outros entram pela lista.",
    "screen.again.theirs": "Para outra partida alguém abre outra mesa, e ela aparece na sala.",
    "screen.numbers.hands": "mãos ganhas, de {total}",
    "screen.numbers.vazas": "vazas ganhas",
    "screen.numbers.raises": "pedidos",
    "screen.numbers.accepted": "pedidos do outro aceitos",
    "screen.numbers.ran": "vezes que correu",
    "screen.numbers.best": "maior mão, em tentos",
    "screen.too_fast": "Teclas rápidas demais, como texto colado: só a primeira valeu.",
    "screen.small": "A janela tem {width} × {height}; o jogo precisa de {columns} × {rows}. Aumente a janela, ou Ctrl-C sai. (lantruco --plain cabe em qualquer uma.)",
    # Help
    "screen.help.title": "Ajuda",
    "screen.help": """\
À MESA
1 2 3      joga a carta
c          cobre: depois o número da carta (só na segunda e na terceira vaza). Shift e o número é o mesmo
t          pede o próximo: truco, seis, nove, doze
g          pedido e carta num gesto só: depois o número; a carta vai quando aceitarem
a          aceita; na mão de onze, joga
f ou r     corre (foge)
k          grita Família Real;  m  manda mostrar
/          conversa com todos: o que se digita ali nunca joga uma carta
s          faz um sinal, que só o seu lado vê;  o  combina com o parceiro a resposta
d          como está o baralho, e por que se pode confiar nele
l          o que aconteceu até agora
p          ajustes;  Esc  desfaz meio gesto, fecha um painel, sai

A barra de baixo mostra só o que vale agora. Uma tecla que não vale diz por quê, e a regra.
Uma tecla enquanto as cartas ainda se movem só apressa: ninguém responde ao que não viu.

O JOGO
Doze tentos ganham. Cada um recebe três cartas, e vira-se uma: a vira. As quatro cartas do valor seguinte são as manilhas: Zap (paus), Escopeta (copas), Espadilha (espadas), Pica-fumo (ouros), nesta ordem.
Depois delas: 3 2 A K J Q 7 6 5 4. Os naipes só contam nas manilhas.
Quem ganha duas das três vazas ganha a mão. Empatada a primeira, ganha a mão quem ganhar a próxima.
A mão vale 1; truco 3, seis 6, nove 9, doze 12. Quem pediu por último não pode pedir o seguinte. Correr dá ao outro lado o que valia antes do pedido.
Pedido em carta exposta (com carta do adversário à vista na vaza) perde se as três empatarem; no escuro, ganha.
Com 11 de um lado é mão de onze: esse lado vê as cartas do parceiro e decide se joga, valendo 3, ou corre e dá 1. Com 11 dos dois é mão de ferro, e joga-se no escuro. Nas duas ninguém truca.
Família Real: com três cartas entre Q, J e K, na primeira vaza, no começo da sua vez, pode-se pedir outras três. Pode ser blefe; mandar mostrar vale 3 para quem tiver razão.""",
}
