"""Chat and sinais."""

EN_TALK = {
    "talk.said": "{who}: {text}",
    "talk.you": "You say: {text}",
    "talk.sinal": "{who} signals to you alone: {sinal}.",
    "talk.signed": "You signal to your side: {sinal}.",
    "talk.sinais": "Signals: {names}. Type, for example, !zap.",
    "sinal.zap": "I have the Zap",
    "sinal.escopeta": "I have the Escopeta",
    "sinal.espadilha": "I have the Espadilha",
    "sinal.pica_fumo": "I have the Pica-fumo",
    "sinal.tres": "I have a 3",
    "sinal.dois": "I have a 2",
    "sinal.as": "I have an ace",
    "sinal.fraco": "I have nothing",
    "sinal.truca": "call truco",
    "sinal.espera": "wait, do not call",
    "line.help.talk": "A line that begins with / is talk for all; !zap and others are signals to your side alone.",
}
