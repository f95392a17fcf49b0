"""Chat and sinais."""

PT_TALK = {
    "talk.said": "{who}: {text}",
    "talk.you": "Você diz: {text}",
    "talk.sinal": "{who} faz um sinal só para você: {sinal}.",
    "talk.signed": "Você faz sinal para o seu lado: {sinal}.",
    "talk.sinais": "Sinais: {names}. Digite, por exemplo, !zap.",
    "sinal.zap": "tenho o Zap",
    "sinal.escopeta": "tenho a Escopeta",
    "sinal.espadilha": "tenho a Espadilha",
    "sinal.pica_fumo": "tenho o Pica-fumo",
    "sinal.tres": "tenho um 3",
    "sinal.dois": "tenho um 2",
    "sinal.as": "tenho um ás",
    "sinal.fraco": "não tenho nada",
    "sinal.truca": "pede truco",
    "sinal.espera": "espera, não pede",
    "line.help.talk": "Uma linha que começa com / é conversa para todos; !zap e outros são sinais só para o seu lado.",
}
