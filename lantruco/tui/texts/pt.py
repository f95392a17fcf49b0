"""Portuguese texts."""

from __future__ import annotations

from typing import Final

from lantruco.tui.texts.pt_errors import PT_ERRORS
from lantruco.tui.texts.pt_examples import PT_EXAMPLES
from lantruco.tui.texts.pt_files import PT_FILES
from lantruco.tui.texts.pt_rematch import PT_REMATCH
from lantruco.tui.texts.pt_replay import PT_REPLAY
from lantruco.tui.texts.pt_report import PT_REPORT
from lantruco.tui.texts.pt_rules import PT_RULES
from lantruco.tui.texts.pt_screens import PT_SCREENS
from lantruco.tui.texts.pt_special import PT_SPECIAL
from lantruco.tui.texts.pt_talk import PT_TALK

PT: Final[dict[str, str]] = {
    **PT_ERRORS,
    **PT_EXAMPLES,
    **PT_FILES,
    **PT_REMATCH,
    **PT_REPLAY,
    **PT_REPORT,
    **PT_SCREENS,
    **PT_SPECIAL,
    **PT_TALK,
    **PT_RULES,
    # Help
    "help": """\
lantruco – Truco Paulista em rede local, sem servidor e sem ninguém em quem confiar

Uso: lantruco [COMANDO] [OPÇÕES]

  play                a sala: ver mesas, abrir, entrar, jogar com bots (o mesmo que sem comando)
  open NOME           abrir uma mesa
  tables              listar as mesas abertas na rede
  join NOME           entrar numa mesa, pelo nome ou por HOST:PORTA
  bot NOME            pôr um bot numa mesa
  demo                uma partida inteira de bots nesta máquina, conferida no fim
  verify ARQUIVO…     conferir o registro de uma partida
  replay ARQUIVO      rever uma partida, do registro ou da notação
  rules check ARQ…    comparar as regras com arquivos de casos
  engine              as regras para outros programas, linhas JSON na entrada e na saída padrão
  id                  mostrar a sua identidade

lantruco COMANDO --help mostra as opções de cada comando; --version, a versão.

Saída: 0 certo; 1 conferido e falso; 2 uso errado; 3 partida sem fim ou ninguém encontrado;
4 ambiente (rede, disco, biblioteca); 130 interrompido.""",
    "help.common": """\
Opções de todos os comandos:
  --home PASTA        onde ficam identidade, configuração, registros (ou LANTRUCO_HOME)
  --as NOME           como você aparece na mesa
  --lang pt|en        língua
  --plain             modo de linha
  --ascii             só letras sem acento e naipes P C E O
  --interface NOME    só esta interface de rede, por nome ou endereço (pode repetir)
  --port PORTA        porta em que os outros chegam; 0 para uma livre qualquer
  --log ARQUIVO       onde escrever o diário técnico: um nome novo, ou um diário de antes
  -h, --help          esta ajuda
  --                  o que vem depois são nomes, também com - na frente""",
    "help.play": """\
Uso: lantruco [play] [OPÇÕES]

A sala: mesas abertas, abrir uma, entrar, digitar um endereço, jogar com bots.""",
    "help.open": """\
Uso: lantruco open NOME [OPÇÕES]

Abre uma mesa e joga nela.

  --seats 2|4|6       lugares (2)
  --bots K            quantos bots seus sentam com você (0)
  --option NOME=VALOR uma opção de regra da mesa (pode repetir; paulista: todas as de costume; docs/rules.md)
  --auto              a máquina joga no seu lugar
  --pace S            segundos antes de cada palavra de um bot (0,8)
  --level NÍVEL       quanto sabem os bots: facil, medio, forte (forte)
  --talk on|off       se os bots conversam (on)
  --of NOME           o nome de quem põe o bot""",
    "help.options": "Opções de regra, com --option NOME=VALOR; o primeiro valor é o de costume:",
    "help.tables": """\
Uso: lantruco tables [OPÇÕES]

Lista as mesas abertas que se ouvem na rede.

  --wait S            segundos à escuta (2)
  --json              um objeto JSON""",
    "help.join": """\
Uso: lantruco join NOME|HOST:PORTA [OPÇÕES]

Entra numa mesa e joga nela.

  --seat N            o lugar que você quer, a partir de 0
  --wait S            segundos à procura da mesa (5)
  --auto              a máquina joga no seu lugar
  --pace S            segundos antes de cada palavra de um bot (0,8)
  --level NÍVEL       quanto sabem os bots: facil, medio, forte (forte)
  --talk on|off       se os bots conversam (on)
  --of NOME           o nome de quem põe o bot""",
    "help.bot": """\
Uso: lantruco bot NOME|HOST:PORTA [OPÇÕES]

Senta um bot numa mesa. Ele tem identidade própria, e todos veem de quem ele é.

  --seat N            o lugar do bot, a partir de 0
  --wait S            segundos à procura da mesa (5)
  --pace S            segundos antes de cada palavra de um bot (0,8)
  --level NÍVEL       quanto sabem os bots: facil, medio, forte (forte)
  --talk on|off       se os bots conversam (on)
  --of NOME           o nome de quem põe o bot
  --engine CMD        um programa decide pelo bot, por linhas JSON (docs/engine.md)
  --engine-time S     segundos para cada resposta dele (5)
  --until-eof         sair quando a entrada padrão fechar""",
    "help.demo": """\
Uso: lantruco demo [OPÇÕES]

Uma partida inteira de bots, cada um num processo com a sua pasta e a sua identidade. Eles a levam por todas as
mãos especiais. No fim, cada registro é conferido por outro processo, que diz onde esteve cada uma.

  --seats 2|4|6       lugares (4)
  --level NÍVEL       em vez disso, uma partida de bots que jogam o que sabem: facil, medio, forte
  --keep PASTA        guardar as pastas dos jogadores em PASTA/seat-N""",
    "help.verify": """\
Uso: lantruco verify ARQUIVO… [OPÇÕES]

Confere o registro de uma partida só pelo arquivo: assinaturas, embaralhamentos, cartas, jogadas, placar.

  --html PÁGINA       grava também o primeiro registro que confere como página para ver, com as cartas desenhadas
  --json              um objeto JSON""",
    "help.id": """\
Uso: lantruco id [OPÇÕES]

Mostra o seu nome, a sua chave e as palavras que a resumem.

  --json              um objeto JSON""",
    # Errors of the command line and of the machine
    "error.unknown": "Algo deu errado ({code}).",
    "error.E_INTERNAL": "O Lantruco tropeçou num erro seu. Os detalhes estão em {log}; mande esse arquivo a quem cuida do programa.",
    "error.E_INTERNAL.bare": "O Lantruco tropeçou num erro seu. Os detalhes estão no diário técnico (log/lantruco.log na pasta de casa); mande esse arquivo a quem cuida do programa.",
    "error.E_USAGE": "Não entendi a linha de comando ({detail}). Veja lantruco --help.",
    "error.E_COMMAND": "Não há comando “{given}”. Você quis dizer {nearest}?",
    "error.E_COMMAND.bare": "Não há comando “{given}”. Veja lantruco --help.",
    "error.E_ARGUMENT": "“{given}” sobra aqui. Você quis dizer {nearest}?",
    "error.E_ARGUMENT.bare": "“{given}” sobra aqui. Veja lantruco {command} --help.",
    "error.E_NEEDS_VALUE": "A opção {option} precisa de um valor.",
    "error.E_NO_VALUE": "A opção {option} não leva valor.",
    "error.E_NEEDS_TABLE": "Falta o nome da mesa: lantruco {command} NOME. Veja lantruco {command} --help.",
    "error.E_NEEDS_FILE": "Falta o arquivo: lantruco {command} ARQUIVO. Veja lantruco {command} --help.",
    "error.E_NEEDS_CHECK": "Falta check: lantruco {command} check ARQUIVO. Veja lantruco {command} --help.",
    "error.E_CHOICE": "{option} não pode ser “{given}”: escolha entre {choices}.",
    "error.E_NUMBER": "{option} não pode ser “{given}”: dê um número de {low} a {high}.",
    "error.E_PAIR": "“{given}” não serve: escreva --option NOME=VALOR.",
    "error.E_NAME": "O nome não serve: dê de 1 a 24 caracteres visíveis, de no máximo 24 colunas, com no máximo dois acentos em cada um.",
    "error.E_CONFIG": "Não entendo {path}, linha {line}: {reason}.",
    "error.E_CONFIG_READ": "Não consigo ler {path} ({reason}).",
    "error.E_CONFIG_NAME": "{path}, linha {line}: name deve ser um texto de 1 a 24 caracteres, de no máximo 24 colunas.",
    "error.E_CONFIG_LANG": '{path}, linha {line}: lang deve ser "pt" ou "en".',
    "error.E_CONFIG_PORT": "{path}, linha {line}: port deve ser um número de 1 a 65535.",
    "error.E_CONFIG_INTERFACE": "{path}, linha {line}: interface deve ser um texto ou uma lista de textos.",
    "error.E_CONFIG_ASCII": "{path}, linha {line}: ascii deve ser true ou false.",
    "error.E_NO_TABLE": "Não há mesa “{name}”. Mesas que ouço: {tables}.",
    "error.E_NOBODY": "Não ouço mesa nenhuma. Confira se estão na mesma rede, ou use lantruco join HOST:PORTA.",
    "error.E_TWO_TABLES": "Há mais de uma mesa “{name}”: {tables}. Entre pelo endereço.",
    "error.E_FULL": "A mesa “{name}” está cheia. Escolha outra, ou abra uma.",
    "error.E_FULL.bare": "A mesa está cheia. Escolha outra, ou abra uma.",
    "error.E_SEAT": "Esse lugar não existe ou não está livre nessa mesa. Entre sem --seat, e fique com um livre.",
    "error.E_BOTS": "Numa mesa de {seats} lugares, contando o seu, --bots vai até {limit}.",
    "error.E_UNFINISHED": "A partida ficou sem fim. O registro guarda o que foi jogado.",
    "error.E_DEMO": "Os registros da demonstração não provam, todos os {count}, a mesma partida.",
    "error.E_DEMO_SEAT": "A demonstração falhou: o programa do lugar {seat} ({name}) parou com o estado {status} ({reason}). Veja {log}.",
    "error.E_DEMO_STUCK": "A demonstração falhou: o programa do lugar {seat} ({name}) não dá sinal de vida. Veja {log}.",
    "demo.start": "Demonstração: {seats} programas nesta máquina, cada um com a sua chave, procuram a mesa “{table}” na rede. A partida é contada do lugar de {name}, que aqui é “você”.",
    "demo.loopback": "Nesta rede ninguém se ouve: a demonstração fica dentro desta máquina (127.0.0.1).",
    "demo.found": "{name} achou a mesa “{table}” e vai sentar.",
    "demo.true": "O registro de {name} está certo: {signatures} assinaturas, {shuffles} embaralhamentos e {shares} aberturas conferidos num programa novo.",
    "demo.false": "O registro de {name} não confere: {path}",
    "demo.same": "Os {count} registros são a mesma partida: {digest}",
    "demo.kept": "Pastas dos jogadores: {path}",
    # Home, name, config
    "home.left": "Sobrou de uma partida interrompida, e não consigo apagar: {path}. Confira as permissões e apague você mesmo; são segredos das suas cartas.",
    "home.guest": "Outro Lantruco já usa {path}. Este joga como visitante, com identidade própria, em {guest}.",
    "name.ask": "Como você se chama? [{default}]",
    "config.unknown": "Aviso: {path}, linha {line}: “{key}” não é nada que eu conheça.",
    "config.unknown.near": "Aviso: {path}, linha {line}: “{key}” não é nada que eu conheça. Seria “{nearest}”?",
    # Identity
    "id.name": "Nome: {name}",
    "id.words": "Palavras: {words}",
    "id.key": "Chave: {key} ({fingerprint})",
    "id.home": "Pasta: {path}",
    # Cards
    "card.hidden": "fechada",
    "card.down": "coberta",
    "card.place": "carta {number} (fechada)",
    "card.covered": "({card}) coberta",
    "manilha.P": "Zap",
    "manilha.C": "Escopeta",
    "manilha.E": "Espadilha",
    "manilha.O": "Pica-fumo",
    # Table
    "who.bot": "{name} [bot de {owner}]",
    "who.you": "você",
    "who.partner": "seu lado",
    "who.free": "(livre)",
    "tentos.one": "{count} tento",
    "tentos.many": "{count} tentos",
    "score": "Nós {us} × {them} Eles",
    "score.names": "{one} {us} × {them} {two}",
    "table.seats": "Na mesa: {people}",
    "table.vazas": "Vazas: {results}",
    "table.played": "Na vaza: {cards}",
    "table.value": "A mão vale {tentos}.",
    "table.waiting": "Espera-se {names}.",
    "vaza.us": "nossa",
    "vaza.them": "deles",
    "vaza.side": "de {side}",
    "vaza.nobody": "empate",
    "hand.head": "— Mão {number} · {score} · pé: {pe} · mão: {mao} —",
    "hand.vira": "Vira: {vira}. Manilhas: {manilhas}",
    "hand.cards": "Suas cartas: {cards}",
    "hand.no_cards": "Você não tem cartas na mão.",
    "hand.blind": "Suas {count} cartas estão fechadas, até para você.",
    "hand.partner": "Cartas de {name}, que só o seu lado vê: {cards}",
    "hand.onze.us": "Mão de onze: nós temos 11. Vale 3, e ninguém truca.",
    "hand.onze.them": "Mão de onze: eles têm 11. Vale 3, e ninguém truca.",
    "hand.onze.side": "Mão de onze: {side} com 11. Vale 3, e ninguém truca.",
    "hand.ferro": "Mão de ferro: os dois lados têm 11. Ninguém truca.",
    # Events
    "event.opened": "Mesa “{name}” aberta na porta {port}. Esperando jogadores.",
    "event.opened.addresses": "Quem não a vê na lista entra com: lantruco join {addresses}",
    "event.gathered": "{taken} de {seats} lugares: {people}",
    "event.begun": "Todos assinaram: a partida começa.",
    "event.shuffling": "Todos embaralham juntos, e cada um confere…",
    "event.played": "{name} joga {card}",
    "event.played.me": "Você joga {card}",
    "event.covered": "{name} joga uma carta coberta",
    "event.covered.me": "Você joga uma carta coberta",
    "event.vaza": "Vaza {number}: {result}.",
    "event.torna": "{name} torna.",
    "event.torna.me": "Você torna.",
    "event.called": "{name} pede: {word} Vale {tentos}.",
    "event.called.me": "Você pede: {word} Vale {tentos}.",
    "event.said.aceita": "{name} aceita.",
    "event.said.aceita.me": "Você aceita.",
    "event.said.corre": "{name} corre.",
    "event.said.corre.me": "Você corre.",
    "event.said.joga": "{name} joga a mão de onze.",
    "event.said.joga.me": "Você joga a mão de onze.",
    "event.said.mostra": "{name} manda mostrar as cartas.",
    "event.said.mostra.me": "Você manda mostrar as cartas.",
    "event.claimed": "{name} grita: Família Real!",
    "event.claimed.me": "Você grita: Família Real!",
    "event.swapped": "{name} troca as três cartas.",
    "event.swapped.me": "Você troca as três cartas.",
    "event.shown": "{name} mostra as cartas: {cards}",
    "event.shown.me": "Você mostra as cartas: {cards}",
    "event.hand.us": "A mão é nossa: {tentos} ({reason}).",
    "event.hand.them": "A mão é deles: {tentos} ({reason}).",
    "event.hand.side": "A mão é de {side}: {tentos} ({reason}).",
    "event.hand.nobody": "A mão não é de ninguém ({reason}).",
    "event.match.us": "Ganhamos a partida, {us} a {them}!",
    "event.match.them": "Perdemos a partida, {us} a {them}.",
    "event.match.side": "A partida é de {side}: {us} a {them}.",
    "event.closed": "Todos assinaram o resultado. Resumo do registro: {digest}",
    "event.gone": "Fora da mesa: {names}. Sem esse lugar a partida não continua; “sair” deixa a mesa em ordem, com o registro inteiro.",
    "event.missing": "{names} não responde há {seconds} s. A mesa espera; “sair” deixa a mesa em ordem, com o registro inteiro.",
    "event.returned": "{name} voltou.",
    "event.left": "{name} deixou a mesa.",
    "event.dropped": "O programa de {name} mandou demais o que não serve ({code}) e não é mais ouvido.",
    "event.no_discovery": "A mesa não aparece na lista dos outros ({reason}). Eles entram pelo endereço.",
    "event.fault": "{name} quebrou as regras ({code}), e a prova assinada está no registro. O lado de {name} perde.",
    "event.fault.me": "Este programa assinou uma mensagem ilegal ({code}). O seu lado perde.",
    "event.unfinished": "A mesa se desfez antes do fim. O registro guarda o que foi jogado.",
    "event.unfinished.waits": "A mesa se desfez antes do fim. O registro espera por {names}.",
    "event.unfinished.left": "A mesa se desfez antes do fim. Antes de você, e com assinatura, saiu: {left}. O registro espera por {names}.",
    "event.record": "Registro: {path}",
    "event.bot_failed": "O bot parou: {words}",
    "event.record.cut": "Registro, sem o fim, que o disco não aceitou: {path}",
    "event.disk": "O seu disco não grava em {folder} ({reason}): o que você joga espera aqui, a mesa também, e eu tento de novo até gravar; só sair acaba a partida.",
    "event.disk.took": "O disco grava de novo: a partida continua.",
    "event.held": "O disco de {name} não grava: a mesa espera até que grave.",
    "event.held.bot": "O seu bot {name} não consegue gravar no disco: libere espaço na máquina dele; a mesa espera.",
    "event.held.over": "O disco de {name} grava de novo.",
    "reason.vazas": "nas vazas",
    "reason.correu": "o outro lado correu",
    "reason.onze_correu": "o lado com 11 correu",
    "reason.empate": "três empates sem trucada",
    "reason.empate_exposta": "três empates, pedido em carta exposta: quem pediu perde",
    "reason.empate_escuro": "três empates, pedido no escuro: quem pediu ganha",
    "reason.empate_onze": "três empates na mão de onze",
    "reason.fr_real": "a Família Real era verdadeira",
    "reason.fr_blefe": "a Família Real era blefe",
    "reason.penalidade": "trucou na mão de onze",
    # Questions and choices
    "shout.truco": "Truco!",
    "shout.seis": "Seis!",
    "shout.nove": "Nove!",
    "shout.doze": "Doze!",
    "ask.raise": "{word} Vale {tentos} se aceitar; correr dá a eles {now}.",
    "ask.onze": "Mão de onze: joga ou corre? Jogar vale 3 tentos, correr dá 1 a eles. Pé: {pe}, mão: {mao}.",
    "ask.familia": "Família Real: aceita, ou manda mostrar? Errar custa 3 tentos.",
    "ask.play": "Sua vez (vale {tentos}):",
    "choice.aceita": "aceita",
    "choice.corre": "corre",
    "choice.joga": "joga",
    "choice.mostra": "mostra",
    "choice.familia": "família real",
    "choice.familia.bluff": "família real (blefe)",
    "choice.raise": "{word} (vale {tentos})",
    "line.help": """\
Digite o número de uma escolha, ou a palavra dela:
  truco, seis, nove, doze: pedir, ou aumentar o pedido
  aceita, corre: responder a um pedido
  joga, corre: na mão de onze
  família: gritar Família Real, três cartas entre Q, J e K, ou blefar que as tem
  aceita, mostra: responder a quem gritou; mostra põe à prova
  QP ou #2: a dama de paus (P paus, C copas, E espadas, O ouros), ou a segunda carta
  (2) ou coberta 2: a segunda carta, coberta, da segunda vaza em diante
  mesa: a mesa de novo; sair: deixar a mesa em ordem; ?: esta ajuda""",
    "line.too_fast": "Várias linhas chegaram de uma vez, como as de um texto colado: só a primeira valeu.",
    "line.closed": "A entrada fechou: você deixou a mesa.",
    "line.unclear": "Não entendi “{text}”. Digite um número da lista, uma palavra, ou ? para ajuda.",
    "line.not_now": "“{text}” não serve agora: ainda não é a sua vez. ? mostra a ajuda.",
    # Verdicts
    "verify.true": "{path}: o registro confere.",
    "verify.false": "{path}: o registro não confere: {reason}.",
    "verify.false.line": "{path}, linha {line}: o registro não confere: {reason}.",
    "verify.table": "Mesa “{name}”: {one} × {two}",
    "verify.hand": "Mão {number} · vira {vira} · pé {pe}",
    "verify.kind.onze": "mão de onze",
    "verify.kind.ferro": "mão de ferro",
    "verify.vaza": "Vaza {number}: {moves} → {side}",
    "verify.vaza.open": "Depois: {moves}",
    "verify.hand.open": "Esta mão não acabou.",
    "verify.hand.end": "{side}: {tentos} ({reason}); placar {one} × {two}",
    "verify.no_side": "Ninguém",
    "verify.finished": "Partida terminada, {one} × {two}: ganha {side}.",
    "verify.unfinished": "Partida sem fim, {one} × {two}. O registro espera por: {names}.",
    "verify.fault": "{name} quebrou as regras ({code}), e o seu lado perde a partida; placar {one} × {two}.",
    "verify.waits": "O registro espera por: {names}.",
    "verify.left": "{name} saiu depois do passo {step}, na mão {hand}: um fato, assinado por quem saiu, e não um veredito.",
    "verify.left.start": "{name} saiu antes do primeiro passo: um fato, assinado por quem saiu, e não um veredito.",
    "verify.left.after": "Até aí já tinha saído: {names}.",
    "verify.left.went_on": "Depois disso {name} ainda assinou.",
    "verify.signed.close": "{name} assinou tudo, até o fim.",
    "verify.signed": "{name} assinou até a linha {line}; confirmou {hands} de {ended} mãos.",
    "verify.signed.none": "{name} assinou só o começo da partida.",
    "verify.checked": "Conferido: {signatures} assinaturas, {commits} promessas, {reveals} revelações, {shuffles} embaralhamentos, {shares} provas de cartas.",
    "verify.digest": "Resumo: {digest}",
    "verify.unprovable": "O que nenhum registro prova: que chaves diferentes são pessoas diferentes, a hora, e um jogo em que todos combinaram.",
    "verify.relation.same": "{other}: igual, byte por byte, a {first}.",
    "verify.relation.leaves": "{other}: o mesmo que {first} em tudo o que foi jogado; só as despedidas de quem saiu diferem.",
    "verify.relation.shorter": "{other}: é o começo de {first}.",
    "verify.relation.longer": "{other}: continua {first}.",
    "verify.relation.pending": "{other}: igual a {first} em todos os passos completos; só o último, aberto, difere.",
    "verify.relation.bytes": "{other}: mesma partida que {first}, mas com outros bytes na linha {line}: alguém assinou duas vezes.",
    "verify.relation.different": "{other}: contradiz {first} a partir da linha {line}.",
    "verify.counts": "Os dois têm todas as assinaturas: vale {file}, com a prova da trapaça; o outro fim só o trapaceiro pode ter guardado, a não ser que dois tenham trapaceado.",
    "verify.relation.other": "{other}: é de outra partida que {first}.",
    # Lobby
    "lobby.opening": "Lantruco: abrindo a sala…",
    "lobby.title": "Lantruco – Truco Paulista",
    "lobby.none": "Nenhuma mesa aberta por perto.",
    "lobby.tables": "Mesas abertas:",
    "lobby.row": "{name}, de {host}: {taken} de {seats} lugares",
    "lobby.row.version": "{name}, de {host}: {taken} de {seats} lugares, mas de outra versão (protocolo {version})",
    "lobby.menu": "Número da mesa para entrar; a abrir, b jogar com bots (b1 fáceis, b2 médios, b3 fortes), e digitar um endereço, r registros, enter atualizar, s sair",
    "lobby.no_row": "Não há mesa {number} na lista.",
    "lobby.ask.name": "Nome da mesa? [{default}]",
    "lobby.ask.seats": "Quantos lugares, 2, 4 ou 6? [{default}]",
    "lobby.ask.address": "Endereço (HOST:PORTA)?",
    "lobby.records": "Registros, do mais novo ao mais velho; lantruco verify confere um, lantruco replay o mostra:",
    "lobby.no_records": "Ainda não há registros.",
    "lobby.table_name": "Mesa de {name}",
}
